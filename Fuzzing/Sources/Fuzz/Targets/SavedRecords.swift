import Foundation
@testable import ReactiveLoading
@testable import ReactiveResources

extension FuzzTarget {
  /// A value that is restored is saved and restored again as the same; its age is in bounds.
  ///
  /// The first lines are entries of metadata such as `saved-at:7`; the body follows an empty line.
  static let savedValues = FuzzTarget(name: "saved-values") { input in
    let isJSON = input.number() % 2 == 0
    let codec: SavedCodec =
      isJSON ? .json(Sample.self, version: 1) : .propertyList(Sample.self, version: 1)
    let (metadata, body) = parts(input.rest)
    let record = ResourceRecord(metadata: metadata, body: body)
    checkMetadata(record)
    if let value = value(codec, body) {
      let again = (try? codec.encode(Box(value))).flatMap { Self.value(codec, $0) }
      require(again == value, "\(value) is decoded as \(String(describing: again))")
    }
    checkRestored(record, codec)
  }

  /// A value with a field of each kind.
  private struct Sample: Codable, Hashable {
    var name: String
    var count: Int?
    var ratio: Double?
    var date: Date?
    var bytes: Data?
    var tags: [String: [Int8]]?
    var isNew: Bool?
    var children: [Sample]?
  }

  private static func parts(_ bytes: [UInt8]) -> (metadata: [String: String], body: Data) {
    let end = bytes.firstRange(of: Array("\n\n".utf8)) ?? bytes.count..<bytes.count
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\n")
    var metadata: [String: String] = [:]
    for line in lines {
      let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { metadata[String(pair[0])] = String(pair[1]) }
    }
    return (metadata, Data(bytes[end.upperBound...]))
  }

  private static func checkMetadata(_ record: ResourceRecord) {
    guard let metadata = SavedMetadata(record) else { return }
    let fields = planting(in: metadata.fields) { fields in
      if !metadata.isStale { fields["saved-at"] = "0" }
    }
    let again = SavedMetadata(ResourceRecord(metadata: fields, body: Data()))
    require(again == metadata, "\(fields) is read as \(String(describing: again))")
    let bounds = Date.distantPast...Date.distantFuture
    require(bounds.contains(metadata.date), "the date is \(metadata.date)")
  }

  private static func value(_ codec: SavedCodec, _ body: Data) -> Sample? {
    let box = try? codec.decode(body, .distantPast)
    return box?.assumed(of: Sample.self).value
  }

  // MARK: Stores

  /// A store that answers every read with one record.
  private struct OneRecord: ResourceStore {
    let record: ResourceRecord

    func record(for key: String) async -> ResourceRecord? { record }
    func save(_ record: ResourceRecord, for key: String) async {}
    func removeRecord(for key: String) async {}
    func removeAll() async {}
  }

  /// The restored value, which the thread of the fuzzer waits for.
  private final class Restored: @unchecked Sendable {
    // SAFETY: written before the semaphore is signalled, and read after that.
    var value: RestoredValue?
    let isRead = DispatchSemaphore(value: 0)
  }

  private static func checkRestored(_ record: ResourceRecord, _ codec: SavedCodec) {
    let now = WallClock { Date(timeIntervalSinceReferenceDate: 0) }
    let source = SavedSource(OneRecord(record: record), codec, wallClock: now) { _ in "key" }
    let restored = Restored()
    Task.detached {
      restored.value = await source.records().record(for: "key", of: Box(1))
      restored.isRead.signal()
    }
    restored.isRead.wait()
    guard let value = restored.value else { return }
    require(value.age > .seconds(-1e15) && value.age < .seconds(1e15), "the age is \(value.age)")
    require(value.value.assumed(of: Sample.self).value == Self.value(codec, record.body), "a value")
  }
}
