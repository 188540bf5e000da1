extension MarbleDiagram.Signal {
  /// The sign or name for use in a message.
  package var text: String {
    switch self {
    case .value(let name): name
    case .end: "|"
    case .failure(let name): "#" + (name?.quotedIfNeeded ?? "")
    case .subscribe: "^"
    case .unsubscribe: "!"
    }
  }
}

extension String {
  /// The name as a diagram writes it: in quotes if it is long or a sign.
  package var quotedIfNeeded: String {
    count == 1 && first?.isSign == false ? onOneLine : "'\(onOneLine)'"
  }
}
