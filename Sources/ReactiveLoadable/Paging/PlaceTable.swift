/// The recorded places of items, by the hashes of their ids.
///
/// The table uses hashes instead of ids, so no code of the caller runs under the lock. The caller
/// of the table compares the ids.
final class PlaceTable: Sendable {
  /// The places of one hash; nearly every hash has one.
  private struct Places {
    var first: Int
    var others: [Int] = []

    func kept(_ near: Range<Int>) -> Places? {
      let places = ([first] + others).filter(near.contains)
      return places.first.map { Places(first: $0, others: Array(places.dropFirst())) }
    }
  }

  private let table: Lock<[Int: Places]>

  init() { table = Lock([:]) }

  private init(_ places: [Int: Places]) { table = Lock(places) }

  subscript(hash: Int) -> [Int] {
    guard let places = table.withLock({ $0[hash] }) else { return [] }
    return [places.first] + places.others
  }

  /// Records consecutive items.
  func note(_ hashes: [Int], from start: Int) {
    table.withLock { table in
      for (hash, place) in zip(hashes, start...) {
        guard let known = table[hash] else {
          table[hash] = Places(first: place)
          continue
        }
        if known.first != place, !known.others.contains(place) { table[hash]?.others.append(place) }
      }
    }
  }

  /// Copies the table for a list that diverges, without entries far from its places.
  func copy(of places: Range<Int>, margin: Int) -> PlaceTable {
    let near = (places.lowerBound - margin)..<(places.upperBound + margin)
    let all = table.withLock { $0 }
    let isWhole = all.count <= places.count + places.count / 4
    return PlaceTable(isWhole ? all : all.compactMapValues { $0.kept(near) })
  }
}
