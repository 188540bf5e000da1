import Foundation
import ReactiveLoadable
import ReactiveResources
import Testing

@testable import Demo

@Suite struct PosterReportTests {
  private let png: Poster
  private let jpeg: Poster

  init() throws {
    png = try Poster(ImageSamples.png() + Data(count: 1000))
    jpeg = try Poster(ImageSamples.jpeg(width: 342, height: 513))
  }

  @Test func `each poster is a line with its kind, pixels, bytes and source`() {
    let output = CapturedOutput()
    Console(sink: output, form: .plain).write(report.blocks)
    #expect(
      output.text
        == """
        Row  Movie    Kind     Pixels  Bytes  First shown from
        ───  ───────  ────  ─────────  ─────  ────────────────────────────────────
          0  Alpha    PNG    92 × 138   1024  network
          1  Beta     JPEG  342 × 513     29  disk
          2  Gamma    PNG    92 × 138   1024  memory
          3  Delta    –             –      –  not loaded
          4  Epsilon  –             –      –  The server answered with status 500.
        3 posters: 2 PNG, 1 JPEG; 1 memory, 1 disk, 1 network; 2077 bytes

        """
    )
  }

  @Test func `the summary names only what there is`() {
    #expect(PosterReport(lines: []).summary == "no posters")
    #expect(PosterReport(lines: Array(report.lines.suffix(2))).summary == "no posters")
    let one = PosterReport(lines: Array(report.lines.prefix(1)))
    #expect(one.summary == "1 poster: 1 PNG; 1 network; 1024 bytes")
  }

  @Test func `some posters are listed, with their later source, and all are counted`() {
    var some = report
    some.again = [1: report.lines[2]]
    some.examples = [1, 4]
    some.notes = [1: "failed first"]
    #expect(
      some.table.lines(width: nil).dropFirst(2) == [
        "  1  Beta     JPEG  342 × 513     29  disk, failed first                    memory",
        "  4  Epsilon  –             –      –  The server answered with status 500.  –",
      ]
    )
    #expect(
      some.summary == "3 posters in all: 2 PNG, 1 JPEG; 1 memory, 1 disk, 1 network; 2077 bytes"
    )
  }

  private var report: PosterReport {
    let states: [ResourceLoader<Poster>.State] = [
      loaded(png, .network), loaded(jpeg, .disk), loaded(png, .memory), .loading,
      .failed(LoadError(ResourceError.status(500))),
    ]
    let titles = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"]
    return PosterReport(
      lines: zip(titles, states).enumerated().map { index, row in
        let movie = Movie(id: index, title: row.0, year: 1951 + index, poster: "/a.png")
        return PosterLine(place: index, movie: movie, row.1)
      }
    )
  }

  private func loaded(
    _ poster: Poster,
    _ source: ResourceSource
  ) -> ResourceLoader<Poster>.State {
    .loaded(Resource(poster, key: ResourceKey("/a.png"), source: source))
  }
}
