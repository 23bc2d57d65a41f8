"""Dummy (ดัมมี่), the rummy that Thailand plays."""
