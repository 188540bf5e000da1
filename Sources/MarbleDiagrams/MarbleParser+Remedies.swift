extension MarbleParser {
  /// The correction of a mistake in the text of a diagram.
  enum Remedy {
    case noGroup, openGroup, loneMark, openQuotes, slash, openComment, longTime
    case inGroup(Character)
    case afterEnd(String)
    case longFailure(String)
    case spaces(around: String)

    var text: String {
      switch self {
      case .noGroup:
        "Write `(` before the first signal of the frame, or the value as `')'`."
      case .openGroup:
        "Write `)` after the last signal of the frame, or a value `(` as `'('`."
      case .inGroup("-"):
        "Signals in parentheses share one frame. Close them before the `-`: `(ab)-`."
      case .inGroup("("):
        "Write all signals of one frame in one pair of parentheses."
      case .inGroup:
        "Write `-` for a frame without signals."
      case .loneMark:
        "Write the mark after its letter, in the same frame."
      case .openQuotes:
        "Close the quotes after the name. A quote in a name is written twice: `'it''s'`."
      case .slash:
        "Write the value as `'/'`, or a comment as `/* … */`."
      case .openComment:
        "Write `*/` after the comment."
      case .longTime:
        "Write several shorter times, or a value of several characters in quotes."
      case .afterEnd(let sign):
        "Only `-` follows the end. Write it after all other signals, or a value as `'\(sign)'`."
      case .longFailure(let name):
        "Write an error of several characters in quotes: `#'\(name)'`."
      case .spaces(let time):
        "A time has spaces on both sides: ` \(time) `."
      }
    }
  }
}
