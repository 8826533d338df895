// The code stands behind the # of the address: it is taken out of sight at once, and handed in like one that was typed.

function enter() {
  const code = location.hash.slice(1);
  if (location.hash) history.replaceState(null, "", location.pathname);
  const field = document.querySelector("#join .code");
  if (!code || !field) return;
  field.value = code;
  field.form.requestSubmit();
}

addEventListener("hashchange", enter);
enter();
