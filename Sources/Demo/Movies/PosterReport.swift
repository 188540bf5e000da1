/// The posters of a list as the console shows them.
struct PosterReport: Sendable {
  /// What there was to see first.
  let lines: [PosterLine]
  /// What there was to see of a row later, by its place in the list.
  var again: [Int: PosterLine] = [:]
  /// The rows that the table has; the summary counts all.
  var examples: [Int]?
  /// What is to be said of where a row came from first, by its place in the list.
  var notes: [Int: String] = [:]

  /// A row for each poster: its place, title, kind, pixels, bytes, and where it came from.
  var table: TextTable {
    let columns: [TextTable.Column] = [
      .init("Row", isTrailing: true), .init("Movie"), .init("Kind"),
      .init("Pixels", isTrailing: true), .init("Bytes", isTrailing: true),
      .init("First shown from"),
    ]
    guard !again.isEmpty else { return TextTable(columns, rows: listed.map(cells)) }
    let rows = listed.map { cells($0) + [again[$0.place]?.source ?? "–"] }
    return TextTable(columns + [.init("Later")], rows: rows)
  }

  /// How many posters there are, and of which kinds and sources: `3 posters: 2 PNG, 1 JPEG;
  /// 1 memory, 2 network; 6789 bytes`.
  var summary: String {
    let posters = shown.map(\.poster)
    guard !posters.isEmpty else { return "no posters" }
    let parts = [
      Self.counts(of: posters.map(\.image.kind.rawValue), in: ["PNG", "JPEG"]),
      lines.sources,
      "\(posters.reduce(0) { $0 + $1.file.count }) bytes",
    ]
    let count = posters.count == 1 ? "1 poster" : "\(posters.count) posters"
    let all = examples == nil ? "" : " in all"
    return "\(count)\(all): \(parts.joined(separator: "; "))"
  }

  /// Writes the table and the summary.
  func write(to console: Console) {
    console.table(table)
    console.line(summary, style: .faint)
  }
}

extension PosterReport {
  private func cells(_ line: PosterLine) -> [String] {
    guard let note = notes[line.place] else { return line.cells }
    return line.cells.dropLast() + ["\(line.source), \(note)"]
  }

  private var listed: [PosterLine] {
    guard let examples else { return lines }
    return lines.filter { examples.contains($0.place) }
  }

  private var shown: [(poster: Poster, source: PosterLine.Source)] {
    lines.compactMap { line in
      switch line.content {
      case .poster(let poster, let source): (poster, source)
      case .blank, .failure: nil
      }
    }
  }

  /// Counts each name that there is: `2 PNG, 1 JPEG`.
  fileprivate static func counts(of texts: [String], in names: [String]) -> String {
    names
      .map { name in (name, texts.count { $0 == name }) }
      .filter { $0.1 > 0 }
      .map { "\($0.1) \($0.0)" }
      .joined(separator: ", ")
  }
}

extension [PosterLine] {
  /// How many posters came from where: `1 memory, 5 disk`.
  var sources: String {
    PosterReport.counts(of: map(\.source), in: PosterLine.Source.allCases.map(\.rawValue))
  }
}
