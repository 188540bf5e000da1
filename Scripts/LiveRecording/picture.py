"""An animated SVG of screens with their times: no scripts, light and dark, still for reduced motion."""

from xml.sax.saxutils import escape

# The size of a cell, in the units of the picture.
WIDTH, HEIGHT = 9, 20
MARGIN, BAR = 16, 40

COLORS = {
    "": ("#1f2328", "#e6edf3"),
    "bold": ("#1f2328", "#ffffff"),
    "faint": ("#59636e", "#9198a1"),
    "good": ("#1a7f37", "#3fb950"),
    "bad": ("#cf222e", "#ff7b72"),
    "busy": ("#9a6700", "#e3a008"),
}
STYLE = """
text{font:15px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace;
white-space:pre;fill:var(--plain)}
.w{fill:var(--back);stroke:var(--edge)}.e{stroke:var(--edge)}
.k{fill:var(--key);stroke:var(--edge)}.c{text-anchor:middle;font-size:13px}
.bold{font-weight:bold}g{visibility:hidden}.s{visibility:visible}
"""


def runs(row):
    """Splits a row into (column, columns, style, text): a style, without wide gaps."""
    found, start = [], 0
    while start < len(row):
        if row[start].text == " ":
            start += 1
            continue
        end = last = start + 1
        while end < len(row) and row[end].style == row[start].style and end - last < 2:
            end += 1
            if row[end - 1].text != " ":
                last = end
        text = "".join(cell.text for cell in row[start:last])
        found.append((start, last - start, row[start].style, text))
        start = last
    return found


def has_fixed_width(text):
    """Monospace fonts differ in width, so their texts are stretched; scripts that join letters are not."""
    return all(character < "\u0590" or "\u2000" <= character < "\u2e80" for character in text)


def drawn(row, y):
    parts = []
    for column, columns, style, text in runs(row):
        name = f' class="{style}"' if style else ""
        length = f' textLength="{columns * WIDTH}"' if columns > 1 and has_fixed_width(text) else ""
        x = MARGIN + column * WIDTH
        parts.append(f'<text x="{x}" y="{y}"{name}{length}>{escape(text)}</text>')
    return "".join(parts)


def key_cap(label, right):
    width = len(label) * 8 + 20
    x = right - MARGIN - width
    return (
        f'<rect class="k" x="{x}" y="9.5" width="{width}" height="22" rx="5"/>'
        f'<text class="c" x="{x + width / 2:g}" y="25">{escape(label)}</text>'
    )


def spans(frames, length):
    """The times at which each content is visible: {content: [(start, end), …]}, in the order of appearance."""
    visible = {}
    for index, (start, content) in enumerate(frames):
        end = frames[index + 1][0] if index + 1 < len(frames) else length
        times = visible.setdefault(content, [])
        if times and times[-1][1] == start:
            times[-1] = (times[-1][0], end)
        else:
            times.append((start, end))
    return visible


def steps(times, length):
    """Keyframes that show an element at these times."""
    marks = []
    if times[0][0] > 0:
        marks.append((0, "hidden"))
    for start, end in times:
        marks.append((start, "visible"))
        if end < length:
            marks.append((end, "hidden"))
    return "".join(f"{100 * time / length:.4g}%{{visibility:{value}}}" for time, value in marks)


def svg(frames, keys, length, still, title, description):
    """Renders frames [(seconds, screen), …] and keys [(seconds, label or ''), …] of a recording.

    `still` is the time of the frame for readers with reduced motion.
    """
    screens = [screen for _, screen in frames]
    across, down = len(screens[0][0]), len(screens[0])
    width, height = across * WIDTH + 2 * MARGIN, down * HEIGHT + BAR + MARGIN
    styles, groups = [], []

    def add(timeline, draw):
        for content, times in spans(timeline, length).items():
            shape = draw(content)
            if not shape:
                continue
            if times == [(0, length)]:
                groups.append(shape)
                continue
            name = f"r{len(styles)}"
            styles.append(f"@keyframes {name}{{{steps(times, length)}}}.{name}{{animation-name:{name}}}")
            is_still = any(start <= still < end for start, end in times)
            groups.append(f'<g class="{name}{" s" if is_still else ""}">{shape}</g>')

    for row in range(down):
        y = BAR + row * HEIGHT + 21
        add([(time, screen[row]) for time, screen in frames], lambda cells: drawn(cells, y))
    add(keys, lambda label: key_cap(label, width) if label else "")

    def theme(index, back, edge, key):
        named = ";".join(f"--{name or 'plain'}:{colors[index]}" for name, colors in COLORS.items())
        return f":root{{--back:{back};--edge:{edge};--key:{key};{named}}}"

    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" aria-labelledby="title description">',
        f'<title id="title">{escape(title)}</title>',
        f'<desc id="description">{escape(description)}</desc>',
        "<style>",
        theme(0, "#ffffff", "#d1d9e0", "#f6f8fa"),
        f"@media(prefers-color-scheme:dark){{{theme(1, '#0d1117', '#3d444d', '#212830')}}}",
        STYLE.strip(),
        "".join(f".{name}{{fill:var(--{name})}}" for name in COLORS if name),
        f"g{{animation:0s step-end infinite;animation-duration:{length:g}s}}",
        "@media(prefers-reduced-motion:reduce){g{animation:none!important}}",
        *styles,
        "</style>",
        f'<rect class="w" x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="10"/>',
        f'<path class="e" d="M0 {BAR + .5}H{width}"/>',
        f'<text x="{MARGIN}" y="26" class="faint">swift run Demo --live</text>',
        *groups,
        "</svg>",
    ]) + "\n"
