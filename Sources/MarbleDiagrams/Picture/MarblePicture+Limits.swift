extension MarblePicture {
  /// The limits of a picture, so that its size does not depend on its input.
  enum Limits {
    static let lanes = 50
    /// The signals of all lanes.
    static let events = 20_000
    /// The columns of all lanes together, and of one lane.
    static let columns = (all: 20_000, one: 10_000)
    /// The longest pause of all lanes that is drawn, in columns.
    static let pause = 12
    /// The columns before and after an omitted pause.
    static let margin = 2
    /// The values of one frame.
    static let stack = 4
    /// The characters of a word.
    static let word = 40
    /// The bytes of a name that can have a word.
    static let nameBytes = 1_000
    static let legend = 24
    /// The signals of a lane in the description.
    static let described = 40
    /// The characters of a title, a name or a summary.
    static let title = 160
    static let name = 80
    static let summary = 8_000
  }
}
