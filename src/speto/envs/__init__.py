"""Speto's games for other people's learners: each module speaks for one of their libraries, which it needs."""
