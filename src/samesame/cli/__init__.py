"""cli: `main` and one file a command.

main       the program: commands, errors, exit codes
options    options that several commands share
messages   words for people, on standard error
progress   the bar on a terminal; nothing in a pipe
"""
