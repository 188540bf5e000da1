/// The colors of one appearance, as hexadecimal numbers of CSS.
package struct PictureColors: Sendable {
  /// The colors of a tone: a filled shape, the text on it, and its outline.
  package struct Tint: Sendable {
    package let fill, text, stroke: String
  }

  package let page, border, text, dim, grid, track: String
  private let tints: [MarblePicture.Tone: Tint]

  package func tint(_ tone: MarblePicture.Tone) -> Tint {
    tints[tone] ?? Tint(fill: page, text: text, stroke: track)
  }

  package static let light = PictureColors(
    page: "#ffffff",
    border: "#d0d7de",
    text: "#1f2328",
    dim: "#59636e",
    grid: "#e4e8ec",
    track: "#818b98",
    tints: [
      .neutral: Tint(fill: "#eceff2", text: "#424a53", stroke: "#818b98"),
      .input: Tint(fill: "#ece6ff", text: "#4a2ba0", stroke: "#8a63d2"),
      .running: Tint(fill: "#fff1cc", text: "#6b4a00", stroke: "#b07d12"),
      .success: Tint(fill: "#d8f3de", text: "#0f5323", stroke: "#2c974b"),
      .update: Tint(fill: "#dcedff", text: "#0a4480", stroke: "#3d85d0"),
      .failure: Tint(fill: "#ffe3e0", text: "#8c1a20", stroke: "#cf4a44"),
    ]
  )

  package static let dark = PictureColors(
    page: "#0d1117",
    border: "#30363d",
    text: "#e6edf3",
    dim: "#9aa4af",
    grid: "#21262d",
    track: "#6e7781",
    tints: [
      .neutral: Tint(fill: "#262c33", text: "#c9d1d9", stroke: "#6e7781"),
      .input: Tint(fill: "#2b2150", text: "#cdbcff", stroke: "#8a6fd6"),
      .running: Tint(fill: "#3a2c0b", text: "#f2cc60", stroke: "#a8821f"),
      .success: Tint(fill: "#12341f", text: "#7ee2a0", stroke: "#2f914e"),
      .update: Tint(fill: "#12304f", text: "#9ccbff", stroke: "#3f82c9"),
      .failure: Tint(fill: "#481b1d", text: "#ffb3ad", stroke: "#cc5750"),
    ]
  )
}
