// The numbers of keys, by which the core knows them.

extension PagedMachine {
  /// Returns the number of a key; equal keys have the same number while any of them is used.
  func number(of key: Key) -> PagingCore.KeyNumber {
    if let number = existingNumber(of: key) { return number }
    lastNumber += 1
    hasUnused = true
    keys.append(NumberedKey(key, lastNumber))
    return lastNumber
  }

  /// Returns the number of a key that is used.
  func existingNumber(of key: Key) -> PagingCore.KeyNumber? { keys.first { $0.key == key }?.number }

  func key(_ number: PagingCore.KeyNumber) -> NumberedKey<Key>? {
    keys.first { $0.number == number }
  }

  var currentKey: Key? { core.currentKey.flatMap { key($0)?.key } }
  func isCached(_ key: Key) -> Bool { existingNumber(of: key).map(core.isCached) ?? false }
}
