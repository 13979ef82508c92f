"""`python -m samesame` is `samesame`."""

from samesame.cli.main import run

if __name__ == "__main__":
    run()
