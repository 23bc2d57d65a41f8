"""Dammit: its rules, its deals, and what a seat may see of them."""
