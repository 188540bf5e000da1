/// The horizontal places of a picture: its columns in bands, one below the other.
struct PictureGrid {
  static let width = 480
  static let margin = 14
  static let radius = 11
  /// The height of a marble with the space to the next one.
  static let step = 25
  /// The widths of a column; the first is for lanes without neighboring signals.
  private static let cells = (sparse: 18, dense: 25, most: 56)
  private static let inner = width - 2 * margin - 2 * radius

  let count: Int
  /// The columns of a band; the last one may have fewer.
  let perBand: Int
  let cell: Int
  /// The right edge of the contents.
  let right: Int

  /// Lanes are dense if one has signals in neighboring columns.
  init(_ count: Int, isDense: Bool) {
    let most = Self.inner / (isDense ? Self.cells.dense : Self.cells.sparse)
    let bands = (count + most - 1) / most
    self.count = count
    perBand = max((count + bands - 1) / max(bands, 1), 1)
    cell = min(Self.inner / perBand, Self.cells.most)
    right = Self.right
  }

  /// Creates the grid of a strip: one band of columns of a fixed width.
  init(strip count: Int, width: Int) {
    (self.count, perBand, cell) = (count, max(count, 1), Self.cells.dense)
    right = width - Self.margin
  }

  /// The number of columns in a strip of a width.
  static func columns(inStrip width: Int) -> Int {
    max((width - 2 * margin - 2 * radius) / cells.dense, 4)
  }

  var bands: Range<Int> { 0..<((count + perBand - 1) / perBand) }

  func columns(of band: Int) -> Range<Int> {
    (band * perBand)..<min((band + 1) * perBand, count)
  }

  func band(of column: Int) -> Int { column / perBand }

  /// The time of a column, as a horizontal place in the band.
  func x(_ column: Int, in band: Int) -> Int {
    Self.margin + Self.radius + (column - band * perBand) * cell
  }

  /// The right edge of the picture's contents.
  static let right = width - margin
}
