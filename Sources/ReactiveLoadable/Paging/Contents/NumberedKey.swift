/// A key behind a reference, with its number.
@usableFromInline
final class NumberedKey<Key> {
  @usableFromInline let key: Key
  let number: PagingCore.KeyNumber

  init(_ key: Key, _ number: PagingCore.KeyNumber = 0) {
    self.key = key
    self.number = number
  }
}

extension NumberedKey: Sendable where Key: Sendable {}
