"""`python -m samesame` is `samesame`."""

import signal


def run() -> None:
    """Runs the program. Ctrl-C while it is still loading ends it silently: there is nothing to clean up."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from samesame.cli.main import run as program

    program()


if __name__ == "__main__":
    run()
