/// A recipe with one row or none for each item, and a header row before each section.
struct SectionedRows<
  Item: Identifiable & Sendable,
  Content: Identifiable & Sendable,
  Section: Hashable & Sendable
>: RowRecipe {
  typealias Row = SectionedRow<Section, Content>

  /// The header row of a section.
  private struct Header {
    let section: Section
    let occurrence: Int

    var row: Row { .section(section, occurrence: occurrence) }
  }

  private let transform: @Sendable (Item) -> Content?
  private let section: @Sendable (Content) -> Section
  /// The first row of the list.
  private var first: Header?
  /// The header of the section that contains the last item of the list.
  private var last: Header?
  /// The range of occurrences of each section.
  private var occurrences: [Section: ClosedRange<Int>] = [:]

  init(
    of transform: @escaping @Sendable (Item) -> Content?,
    by section: @escaping @Sendable (Content) -> Section
  ) {
    self.transform = transform
    self.section = section
  }

  mutating func append(_ items: [Item], to rows: SharedItems<Row>) -> SharedItems<Row> {
    var new: [Row] = []
    for content in items.compactMap(transform) {
      let section = section(content)
      if last?.section != section {
        let header = header(of: section, at: .end)
        first = first ?? header
        last = header
        new.append(header.row)
      }
      new.append(.item(content))
    }
    return rows.appending(new)
  }

  mutating func prepend(_ items: [Item], to rows: SharedItems<Row>) -> SharedItems<Row> {
    guard let below = first else { return append(items, to: rows) }
    let contents = items.compactMap(transform).map { (content: $0, section: section($0)) }
    guard let nearest = contents.last else { return rows }
    let goesOn = nearest.section == below.section
    var top = goesOn ? below : header(of: nearest.section, at: .start)
    // In reverse order.
    var new: [Row] = []
    for (content, section) in contents.reversed() {
      if section != top.section {
        new.append(top.row)
        top = header(of: section, at: .start)
      }
      new.append(.item(content))
    }
    new.append(top.row)
    first = top
    return (goesOn ? rows.droppingFirst(1) : rows).prepending(new.reversed())
  }

  private mutating func header(of section: Section, at end: ListEnd) -> Header {
    guard let known = occurrences[section] else {
      occurrences[section] = 0...0
      return Header(section: section, occurrence: 0)
    }
    switch end {
    case .end: occurrences[section] = known.lowerBound...(known.upperBound + 1)
    case .start: occurrences[section] = (known.lowerBound - 1)...known.upperBound
    }
    let occurrence = end == .end ? known.upperBound + 1 : known.lowerBound - 1
    return Header(section: section, occurrence: occurrence)
  }
}
