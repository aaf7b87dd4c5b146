"""The commands of `pyramide`, one module each, loaded when called."""
