"""Pictures of the page, to look at."""

import base64
import json
import pathlib
import struct
import time
import zlib

from app import App
from browser import Failed


def play(app):
    """Makes a timeline that has something of everything: ratings, details, a replaced search, and a failure."""
    tab = app.tab
    app.search("the", 0.03)
    app.wait_for("#facts", "12 of 1")
    app.requests()
    for card, star in [(2, 4), (3, 5)]:
        tab.click(f"#list li:nth-child({card}) .stars svg:nth-of-type({star})")
        tab.click(f"#list li:nth-child({card}) .heart")
    app.requests()
    tab.click("#list li:nth-child(3) .open")
    tab.wait("document.querySelector('#similar .open')")
    app.requests()
    app.back()
    app.search("an", 0.05)
    tab.wait("document.querySelector('#facts').textContent.includes('loading')")
    app.search("the", 0.05)
    app.wait_for("#facts", "12 of 1")
    app.requests()
    app.trouble("fail")
    tab.click("#refresh")
    app.wait_for("#notice", "Not refreshed")
    app.select_failure()
    tab.wait("document.querySelector('#inspected-text').textContent.length > 10")
    # The pointer must not be over an event.
    tab.call("Input.dispatchMouseEvent", type="mouseMoved", x=2, y=2)


def pictures(app, folder):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    tab = app.tab

    def take(name):
        for scheme in ["light", "dark"]:
            tab.scheme(scheme)
            time.sleep(0.25)
            file = folder / f"{name}-{scheme}.png"
            tab.picture(file)
            if file.stat().st_size < 10_000:
                raise Failed(f"{file} is empty")

    tab.wait("document.querySelector('#sign-in').checkVisibility()")
    take("1440-sign-in")
    tab.size(360, 740)
    take("360-sign-in")
    tab.size(1440, 900)
    app.sign_in("Ada Lovelace")
    play(app)
    take("1440-list")
    tab.click("#list li:nth-child(3) .open")
    tab.wait("document.querySelector('#similar .open')")
    app.requests()
    take("1440-details")
    tab.size(360, 740)
    take("360-details")
    app.back()
    take("360-list")
    tab.click(".halves [data-half=loads]")
    time.sleep(0.4)
    take("360-loads")
    tab.js("document.querySelector('#loads').scrollTo(0, 1e5)")
    take("360-loads-end")
    return f"{len(list(folder.glob('*.png')))} files"


# Reduces a picture to 256 colors, by k-means over a histogram; the answer has the colors and the index of each pixel.
COLORS = """
(async base64 => {
  const blob = new Blob([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))], { type: "image/png" })
  const image = await createImageBitmap(blob)
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d")
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const key = index => (data[index] >> 2 << 12) | (data[index + 1] >> 2 << 6) | (data[index + 2] >> 2)
  const sums = new Map()
  for (let index = 0; index < data.length; index += 4) {
    const sum = sums.get(key(index)) ?? [0, 0, 0, 0]
    sums.set(key(index), [sum[0] + data[index], sum[1] + data[index + 1], sum[2] + data[index + 2], sum[3] + 1])
  }
  const points = [...sums].map(([key, [red, green, blue, count]]) =>
    ({ key, color: [red / count, green / count, blue / count], weight: Math.sqrt(count) }))
  const distance = (one, other) => one.reduce((sum, value, index) => sum + (value - other[index]) ** 2, 0)
  const nearest = point => colors.reduce((best, color, index) => {
    const far = distance(color, point.color)
    return far < best.far ? { far, index } : best
  }, { far: Infinity }).index
  let colors = points.sort((one, other) => other.weight - one.weight).slice(0, 256).map(point => point.color)
  for (let round = 0; round < 6; round++) {
    const groups = colors.map(() => [0, 0, 0, 0])
    for (const point of points) {
      const group = groups[nearest(point)]
      point.color.forEach((value, index) => (group[index] += value * point.weight))
      group[3] += point.weight
    }
    const mean = ([red, green, blue, weight]) => [red / weight, green / weight, blue / weight]
    colors = groups.map((group, index) => (group[3] ? mean(group) : colors[index]))
  }
  const indices = new Map(points.map(point => [point.key, nearest(point)]))
  const pixels = []
  for (let index = 0; index < data.length; index += 4) pixels.push(String.fromCharCode(indices.get(key(index))))
  const { width, height } = image
  return { width, height, colors: colors.flat().map(Math.round), pixels: btoa(pixels.join("")) }
})
"""


def png(width, height, colors, pixels):
    """A PNG of a palette and the index of each pixel."""
    rows = b"".join(b"\0" + pixels[start : start + width] for start in range(0, width * height, width))
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"PLTE", bytes(colors)), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")]
    number = struct.Struct(">I").pack
    parts = [number(len(data)) + name + data + number(zlib.crc32(name + data)) for name, data in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def readme(browser, address, file):
    """Writes the picture of the README, small enough for a repository."""
    app = App(browser, address, "Ada")
    play(app)
    app.requests()
    time.sleep(0.5)
    app.tab.picture(file)
    found = app.tab.js(f"{COLORS}({json.dumps(base64.b64encode(file.read_bytes()).decode())})")
    pixels = base64.b64decode(found["pixels"])
    file.write_bytes(png(found["width"], found["height"], found["colors"], pixels))
    app.close()
    size = file.stat().st_size
    if size > 200_000:
        raise Failed(f"{file} has {size} bytes, more than 200,000")
    print(f"{file}: {size // 1000} kB")
