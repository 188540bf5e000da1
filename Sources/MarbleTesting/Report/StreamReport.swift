/// The failure text of one stream.
struct StreamReport {
  let text: String

  init(_ comparison: Comparison, _ recorder: Recorder, _ place: Place, _ run: Run) {
    let label = SourceLabel.argument(at: place) ?? "stream"
    let expected = comparison.expected.text()
    text = "\(place.text)  \(label): expected \(expected), differs in \(comparison.differences)"
  }
}
