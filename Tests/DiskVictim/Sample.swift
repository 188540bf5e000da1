import Foundation
import ReactiveResources

/// Records whose bytes are computed from the key and the version.
enum Sample {
  static func record(_ key: String, version: Int, bytes: Int? = nil) -> ResourceRecord {
    let count = bytes ?? self.bytes(key, version)
    return ResourceRecord(
      metadata: ["version": String(version), "of\n\t": key],
      body: Data(repeating: UInt8(truncatingIfNeeded: version), count: count) + Data(key.utf8)
    )
  }

  /// Steps of changes fit under the limit of their cache, so that sweeps remove ballast only.
  private static func bytes(_ key: String, _ version: Int) -> Int {
    if StepsOfChanges.ballast.contains(key) { return 8_000 }
    if StepsOfChanges.kept.contains(key) { return 500 + version * 10 }
    return version &* 7919 % 30_000
  }

  static func version(of record: ResourceRecord?) -> Int? {
    record?.metadata["version"].flatMap { Int($0) }
  }
}
