extension MarblePicture.Appearance {
  /// The class of an image, which keeps its colors apart from other images in the same page.
  var name: String { "marbles-\(self)" }

  var styleSheet: String {
    switch self {
    case .light: shapes + rules(PictureColors.light)
    case .dark: shapes + rules(PictureColors.dark)
    case .automatic:
      shapes + rules(PictureColors.light) + "\n@media (prefers-color-scheme: dark) {\n"
        + rules(PictureColors.dark) + "\n}"
    }
  }

  private var shapes: String {
    let fonts =
      "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif"
    return """
      .\(name) text { font: 16px \(fonts); white-space: pre; }
      .\(name) .title { font-size: 18px; font-weight: 600; }
      .\(name) .name { font-weight: 600; }
      .\(name) .middle { text-anchor: middle; }
      .\(name) .end { text-anchor: end; }
      .\(name) .track, .\(name) .sign { fill: none; stroke-width: 2; stroke-linecap: round; \
      stroke-linejoin: round; }
      .\(name) .sign { stroke-width: 2.5; }
      .\(name) .tone { stroke-width: 1.5; }

      """
  }

  private func rules(_ colors: PictureColors) -> String {
    let common = """
      .\(name) .page { fill: \(colors.page); stroke: \(colors.border); }
      .\(name) .cover { fill: \(colors.page); }
      .\(name) text { fill: \(colors.text); }
      .\(name) .dim { fill: \(colors.dim); }
      .\(name) .grid { stroke: \(colors.grid); fill: none; }
      .\(name) .track { stroke: \(colors.track); }
      .\(name) .sign { stroke: \(colors.text); }
      .\(name) .arrow { fill: \(colors.track); }
      """
    let tones = MarblePicture.Tone.allCases.map { tone in
      let tint = colors.tint(tone)
      return """
        .\(name) .\(tone).tone { fill: \(tint.fill); stroke: \(tint.stroke); }
        .\(name) text.\(tone) { fill: \(tint.text); }
        .\(name) .\(tone).sign { stroke: \(tint.text); }
        """
    }
    return ([common] + tones).joined(separator: "\n")
  }
}
