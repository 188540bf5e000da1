import Foundation

/// The metadata of the record of a saved value.
///
///     fact    saved-at        817031042.25
///     fact    saved-codec     json
///     fact    saved-type      Array<Podcast>
///     fact    saved-version   2
///
/// The date is in seconds since the start of 2001 in UTC. A stale value also has `saved-stale`.
struct SavedMetadata: Hashable {
  var codec: String
  var version: Int
  var type: String
  /// The date at which the value was loaded or set.
  var date: Date
  /// True if the value was marked as stale after that.
  var isStale: Bool

  // NB: A range of dates contains a date that is not a number.
  private static let validSeconds =
    Date.distantPast
    .timeIntervalSinceReferenceDate...Date.distantFuture
    .timeIntervalSinceReferenceDate

  init(_ codec: SavedCodec, date: Date, isStale: Bool) {
    self.codec = codec.name
    version = codec.version
    type = codec.typeName
    // The date of a clock that is broken makes no value young.
    let isValid = Self.validSeconds.contains(date.timeIntervalSinceReferenceDate)
    self.date = isValid ? date : .distantPast
    self.isStale = isStale
  }

  /// Reads the metadata; `nil` if the record is no saved value.
  init?(_ record: ResourceRecord) {
    let metadata = record.metadata
    guard let codec = metadata[Name.codec], let type = metadata[Name.type],
      let version = metadata[Name.version].flatMap({ Int($0) }),
      let seconds = metadata[Name.date].flatMap({ Double($0) }), Self.validSeconds.contains(seconds)
    else { return nil }
    date = Date(timeIntervalSinceReferenceDate: seconds)
    self.codec = codec
    self.version = version
    self.type = type
    isStale = metadata[Name.stale] != nil
  }

  var fields: [String: String] {
    var fields = [
      Name.codec: codec, Name.type: type, Name.version: "\(version)",
      // The shortest text from which the same number is read.
      Name.date: "\(date.timeIntervalSinceReferenceDate)",
    ]
    if isStale { fields[Name.stale] = "" }
    return fields
  }

  private enum Name {
    static let codec = "saved-codec"
    static let version = "saved-version"
    static let type = "saved-type"
    static let date = "saved-at"
    static let stale = "saved-stale"
  }
}
