"""The checks of the page, in the order of their modules."""

CHECKS = []


def check(name, user="Ada"):
    """Registers a check. It gets an app, signed in with a name that no other check has, or not for None."""

    def register(function):
        CHECKS.append((name, f"{user} {len(CHECKS) + 1}" if user else "", function))
        return function

    return register
