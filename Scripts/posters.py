#!/usr/bin/env python3
"""Draws the posters of the demo's movies, each in two sizes, as PNG or JPEG files.

The files are part of the repository. Run this only to draw them again. It needs Pillow 10.1 or later
(pip install pillow). With --check it draws nothing and decodes the existing files.
"""

import colorsys
import json
import math
import pathlib
import random
import sys
import unicodedata

from PIL import Image, ImageDraw, ImageFont

RESOURCES = pathlib.Path(__file__).parent.parent / "Sources/Demo/Resources"
SIZES = {"w92": (92, 138), "w342": (342, 513)}
# Drawn three times as large, then scaled down with antialiasing.
WIDTH, HEIGHT = 1026, 1539


def color(hue, saturation, value):
    return tuple(round(part * 255) for part in colorsys.hsv_to_rgb(hue % 1, saturation, value))


def gradient(top, bottom):
    strip = Image.new("RGB", (1, HEIGHT))
    for y in range(HEIGHT):
        part = y / (HEIGHT - 1)
        strip.putpixel((0, y), tuple(round(a + (b - a) * part) for a, b in zip(top, bottom)))
    return strip.resize((WIDTH, HEIGHT))


def sun(draw, chance, ink):
    x, y, r = chance.randint(300, 720), chance.randint(350, 620), chance.randint(180, 290)
    draw.ellipse((x - r, y - r, x + r, y + r), fill=ink(0.35))
    for index in range(3):
        y = 820 + index * 110
        slope = [(0, HEIGHT), (0, y), *ridge(chance, y), (WIDTH, HEIGHT)]
        draw.polygon(slope, fill=ink(0.55 + index * 0.15))


def ridge(chance, y):
    return [(x, y - chance.randint(0, 260)) for x in range(80, WIDTH, 150)] + [(WIDTH, y)]


def waves(draw, chance, ink):
    length, height = chance.randint(180, 420), chance.randint(30, 80)
    for index in range(7):
        base = 330 + index * 120
        line = [
            (x, base + height * math.sin(x / length * math.tau + index * 0.9))
            for x in range(0, WIDTH + 18, 18)
        ]
        draw.polygon([(0, HEIGHT), *line, (WIDTH, HEIGHT)], fill=ink(index / 8 + 0.1))


def city(draw, chance, ink):
    for layer in range(3):
        x = -30
        while x < WIDTH:
            width, top = chance.randint(70, 190), chance.randint(300, 700) + layer * 160
            draw.rectangle((x, top, x + width, HEIGHT), fill=ink(0.4 + layer * 0.25))
            for row in range(top + 40, HEIGHT - 500, 90) if layer == 2 else ():
                draw.rectangle((x + 25, row, x + 45, row + 30), fill=ink(0.05))
            x += width + 12


def rings(draw, chance, ink):
    x, y = chance.randint(200, 820), chance.randint(350, 700)
    for index, r in enumerate(range(620, 40, -chance.randint(64, 96))):
        draw.ellipse((x - r, y - r, x + r, y + r), fill=ink((index % 4) / 4 + 0.1))


def beams(draw, chance, ink):
    x, y, count = chance.randint(100, 920), chance.randint(900, 1150), chance.choice([14, 18, 22])
    for index in range(0, count, 2):
        ends = [(index + k) / count * math.tau for k in (0, 1)]
        points = [(x + 2000 * math.cos(a), y + 2000 * math.sin(a)) for a in ends]
        draw.polygon([(x, y), *points], fill=ink(0.45))
    draw.ellipse((x - 120, y - 120, x + 120, y + 120), fill=ink(0.95))


def tiles(draw, chance, ink):
    side = chance.choice([171, 205, 256])
    for x in range(0, WIDTH, side):
        for y in range(180, 1100, side):
            shade, start = ink(chance.random()), chance.choice([0, 90, 180, 270])
            box = (x - side, y - side, x + side, y + side)
            corner = {0: (0, 0), 90: (side, 0), 180: (side, side), 270: (0, side)}[start]
            moved = tuple(edge + corner[index % 2] for index, edge in enumerate(box))
            draw.pieslice(moved, start, start + 90, fill=shade)


MOTIFS = [sun, waves, city, rings, beams, tiles]


def wrapped(words, font, width):
    lines = [""]
    for word in words:
        longer = (lines[-1] + " " + word).strip()
        if font.getlength(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def letter(image, movie, paper, ink):
    draw = ImageDraw.Draw(image)
    font, small = ImageFont.load_default(132), ImageFont.load_default(62)
    # The default font of Pillow has no accents.
    parts = unicodedata.normalize("NFD", movie["title"].upper())
    words = "".join(part for part in parts if not unicodedata.combining(part)).split()
    while max(font.getlength(word) for word in words) > WIDTH - 130:
        font = ImageFont.load_default(font.size - 4)
    lines = wrapped(words, font, WIDTH - 130)
    top = HEIGHT - 150 - len(lines) * 142
    draw.rectangle((0, top - 50, WIDTH, HEIGHT), fill=paper)
    for index, line in enumerate(lines):
        draw.text((65, top + index * 142), line, font=font, fill=ink)
    draw.text((65, HEIGHT - 120), str(movie["year"]), font=small, fill=ink)


def poster(movie):
    chance = random.Random(movie["id"])
    hue = movie["id"] * 0.382
    other = hue + chance.choice([0.08, 0.45, 0.58])
    light, dark = color(hue, 0.35, 0.97), color(other, 0.75, 0.32)
    image = gradient(color(hue, 0.55, 0.9), color(other, 0.6, 0.6))

    def ink(depth):
        return tuple(round(a + (b - a) * min(depth, 1)) for a, b in zip(light, dark))

    MOTIFS[movie["id"] % len(MOTIFS)](ImageDraw.Draw(image), chance, ink)
    letter(image, movie, color(other, 0.8, 0.18), light)
    return image.convert("L") if movie["year"] < 1960 else image


def save(image, path, number):
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".jpg":
        image.save(path, quality=60, optimize=True, progressive=number % 3 == 0)
    elif image.mode == "L":
        image.save(path, optimize=True)
    else:
        # Few colors without dithering, which compresses poorly.
        image.quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)


def draw_all(movies):
    for movie in movies:
        image = poster(movie)
        for name, size in SIZES.items():
            path = RESOURCES / f"posters/{name}{movie['poster']}"
            save(image.resize(size, Image.Resampling.LANCZOS), path, movie["id"])


def check_all(movies):
    total = 0
    for movie in movies:
        for name, size in SIZES.items():
            path = RESOURCES / f"posters/{name}{movie['poster']}"
            with Image.open(path) as image:
                image.load()
                kind = {".png": "PNG", ".jpg": "JPEG"}[path.suffix]
                assert (image.format, image.size) == (kind, size), path
            total += path.stat().st_size
    print(f"{len(movies)} posters in {len(SIZES)} sizes, {total} bytes")


if __name__ == "__main__":
    catalogue = json.loads((RESOURCES / "movies.json").read_text(encoding="utf-8"))
    if "--check" not in sys.argv:
        draw_all(catalogue)
    check_all(catalogue)
