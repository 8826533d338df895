"""Makes pages, drawings and pin constants out of the data file.

Rule: whatever these modules write can be thrown away and written again by ``build.py``.
"""
