/// What a key, or a new state, makes the screen want.
enum LiveIntent: Hashable, Sendable {
  /// This stands in the search box now.
  case type(String)
  /// The row with this index is the last one in view.
  case show(row: Int)
  case refresh
  case retry
  case make(LiveTrouble)
  case quit
}

/// What the server is told to do to the next page.
enum LiveTrouble: Character, Hashable, Sendable, CaseIterable {
  case failure = "x"
  case delay = "s"
  case blank = "b"
  case shift = "i"

  /// What is announced.
  var note: String {
    switch self {
    case .failure: "The next page will fail."
    case .delay: "The next page will take three seconds."
    case .blank: "The next page will have no rows, and lead on."
    case .shift: "An entry was added before the first: the next page will shift."
    }
  }
}
