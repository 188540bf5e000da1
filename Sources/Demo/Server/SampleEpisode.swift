import Foundation

/// The bytes of a made-up episode: they change from one to the next and from page to page, so that
/// a piece that is lost or misplaced is noticed.
enum SampleEpisode {
  static let size = 3_000_000

  /// The episode, made once.
  static let data = {
    let pages = Data((0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    return Data((0...size / pages.count).flatMap { _ in pages }.prefix(size))
  }()
}
