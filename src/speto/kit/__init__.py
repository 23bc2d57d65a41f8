"""What every kernel may use, and what knows nothing of Speto."""
