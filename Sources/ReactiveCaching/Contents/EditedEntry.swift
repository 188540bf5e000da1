/// The entry of a key with an edit of a write, which its loader must keep.
struct EditedEntry: Sendable {
  let entry: AnyCacheEntry
  /// True if one of the two steps of the edit, its start and its end, was performed.
  var hasStep = false
}
