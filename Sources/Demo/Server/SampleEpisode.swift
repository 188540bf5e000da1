import Foundation

/// The bytes of a made-up episode: each says where it is, so that a piece that is lost is noticed.
enum SampleEpisode {
  /// Makes an episode of so many bytes.
  static func data(bytes: Int) -> Data {
    Data((0..<bytes).lazy.map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
  }
}
