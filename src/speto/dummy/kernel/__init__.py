"""The rules of Dummy: plain functions on ints, run as they are or compiled."""
