/// The posters of a list as the console shows them.
struct PosterReport: Sendable {
  let lines: [PosterLine]

  /// A row for each poster: its title, kind, size in pixels, bytes, and where it came from.
  var table: TextTable {
    TextTable(
      [
        .init("Movie"), .init("Kind"), .init("Pixels", isTrailing: true),
        .init("Bytes", isTrailing: true), .init("From"),
      ],
      rows: lines.map(\.cells)
    )
  }

  /// How many posters there are, and of which kinds and sources: `3 posters: 2 PNG, 1 JPEG;
  /// 1 memory, 2 network; 6789 bytes`.
  var summary: String {
    let posters = shown.map(\.poster)
    guard !posters.isEmpty else { return "no posters" }
    let parts = [
      Self.counts(of: posters.map(\.image.kind.rawValue), in: ["PNG", "JPEG"]),
      Self.counts(
        of: shown.map(\.source.rawValue),
        in: PosterLine.Source.allCases.map(\.rawValue)
      ),
      "\(posters.reduce(0) { $0 + $1.file.count }) bytes",
    ]
    let count = posters.count == 1 ? "1 poster" : "\(posters.count) posters"
    return "\(count): \(parts.joined(separator: "; "))"
  }

  /// Writes the table and the summary.
  func write(to console: Console) {
    console.table(table)
    console.line(summary, style: .faint)
  }
}

extension PosterReport {
  private var shown: [(poster: Poster, source: PosterLine.Source)] {
    lines.compactMap { line in
      switch line.content {
      case .poster(let poster, let source): (poster, source)
      case .blank, .failure: nil
      }
    }
  }

  /// Counts each name that there is: `2 PNG, 1 JPEG`.
  private static func counts(of texts: [String], in names: [String]) -> String {
    names
      .map { name in (name, texts.count { $0 == name }) }
      .filter { $0.1 > 0 }
      .map { "\($0.1) \($0.0)" }
      .joined(separator: ", ")
  }
}
