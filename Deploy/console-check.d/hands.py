"""The two ways to use the page: with a pointer, and with the keyboard alone."""


class Pointer:
    name = "pointer"

    def __init__(self, view):
        self.view, self.page = view, view.page

    def press(self, target):
        target.click()

    def write(self, target, text):
        target.click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)

    def give(self, paths):
        """Gives files to the page."""
        self.view.drop(*paths)


class Keyboard:
    name = "keyboard"

    def __init__(self, view):
        self.view, self.page = view, view.page

    def reach(self, target):
        """Presses Tab until an element has the focus, whose outline must then be visible."""
        target.wait_for()
        for _ in range(400):
            if target.evaluate("one => one === document.activeElement"):
                style = target.evaluate("one => { const style = getComputedStyle(one); return style.outlineStyle + ' ' + style.outlineWidth; }")
                assert style == "solid 3px", f"the focus is not visible on {target}: {style}"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {target}")

    def press(self, target):
        self.reach(target)
        self.page.keyboard.press("Enter")

    def write(self, target, text):
        self.reach(target)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)

    def give(self, paths):
        target = self.page.locator("input[type=file]")
        self.reach(target)
        with self.page.expect_file_chooser() as chooser:
            self.page.keyboard.press("Space")
        chooser.value.set_files(paths)
