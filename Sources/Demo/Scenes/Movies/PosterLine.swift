import Foundation
import ReactiveLoadable
import ReactiveResources

struct PosterLine: Hashable, Sendable {
  /// The row number, from 0.
  var place: Int
  var movie: Movie
  var poster: Poster?
  var source: String

  init(place: Int, movie: Movie, _ state: ResourceLoader<Poster>.State) {
    (self.place, self.movie, poster) = (place, movie, state.latest?.value)
    source = state.latest?.source.rawValue ?? state.error?.localizedDescription ?? "not loaded"
  }

  /// The cells: row, title, kind, size in pixels, bytes, and source.
  var cells: [String] {
    guard let poster else { return [String(place), movie.title, "–", "–", "–", source] }
    let image = poster.image
    let size = "\(image.width) × \(image.height)"
    let bytes = String(poster.file.count)
    return [String(place), movie.title, image.kind.rawValue, size, bytes, source]
  }

  func has(_ size: PosterSize) -> Bool {
    poster.map { ($0.image.width, $0.image.height) == (size.width, size.height) } ?? false
  }
}

struct PosterReport: Sendable {
  /// The rows when they were first shown.
  let lines: [PosterLine]
  /// The rows when they were shown again, by row number.
  var again: [Int: PosterLine] = [:]
  var examples: [Int]?
  /// Remarks on the first source, by row number.
  var notes: [Int: String] = [:]

  var table: TextTable {
    let columns: [TextTable.Column] = [
      .right("Row"), "Movie", "Kind", .right("Pixels"), .right("Bytes"), "First shown from",
    ]
    let listed = lines.filter { examples?.contains($0.place) ?? true }
    guard !again.isEmpty else { return TextTable(columns, rows: listed.map(cells)) }
    let rows = listed.map { cells($0) + [again[$0.place]?.source ?? "–"] }
    return TextTable(columns + ["Later"], rows: rows)
  }

  /// The counts: `3 posters: 2 PNG, 1 JPEG; 1 memory, 2 network; 6789 bytes`.
  var summary: String {
    let posters = lines.compactMap(\.poster)
    guard !posters.isEmpty else { return "no posters" }
    let count = posters.count == 1 ? "1 poster" : "\(posters.count) posters"
    let parts = [
      Self.counts(of: posters.map(\.image.kind.rawValue), in: ["PNG", "JPEG"]), lines.sources,
      "\(posters.reduce(0) { $0 + $1.file.count }) bytes",
    ]
    return "\(count)\(examples == nil ? "" : " in all"): \(parts.joined(separator: "; "))"
  }

  var blocks: [Block] { [.table(table), .line(summary, .faint)] }

  private func cells(_ line: PosterLine) -> [String] {
    guard let note = notes[line.place] else { return line.cells }
    return line.cells.dropLast() + ["\(line.source), \(note)"]
  }

  fileprivate static func counts(of texts: [String], in names: [String]) -> String {
    names.map { name in (name, texts.count { $0 == name }) }.filter { $0.1 > 0 }
      .map { "\($0.1) \($0.0)" }.joined(separator: ", ")
  }
}

extension [PosterLine] {
  var sources: String {
    PosterReport.counts(of: map(\.source), in: ResourceSource.allCases.map(\.rawValue))
  }
}
