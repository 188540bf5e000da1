/// A transform with one row or none for each item, and a header row before each section.
struct SectionedRows<
  Item: Identifiable & Sendable,
  Content: Identifiable & Sendable,
  Section: Hashable & Sendable
>: RowTransform {
  typealias Row = SectionedRow<Section, Content>

  /// The content of an item's row, with its section.
  private struct Member: Identifiable, Sendable {
    let content: Content
    let section: Section

    var id: Content.ID { content.id }
  }

  private var mapped: MappedRows<Item, Member>
  private var members = SharedItems<Member>()
  private var rows = SharedItems<Row>()
  /// The first row of the list, which is a header.
  private var first: Row?
  /// The header of the section that contains the last item of the list.
  private var last: Row?
  /// The range of occurrences of each section.
  private var occurrences: [Section: ClosedRange<Int>] = [:]

  init(
    of transform: @escaping @Sendable (Item) -> Content?,
    by section: @escaping @Sendable (Content) -> Section
  ) {
    mapped = MappedRows { item in
      transform(item).map { Member(content: $0, section: section($0)) }
    }
  }

  mutating func rows(of items: SharedItems<Item>) -> SharedItems<Row> {
    let new = mapped.rows(of: items)
    if new.extends(members) {
      append(new.elements(at: members.bounds.upperBound..<new.bounds.upperBound))
      prepend(new.elements(at: new.bounds.lowerBound..<members.bounds.lowerBound))
    } else {
      (first, last, occurrences, rows) = (nil, nil, [:], SharedItems())
      append(new.elements)
    }
    members = new
    return rows
  }

  private mutating func append(_ members: [Member]) {
    var new: [Row] = []
    for member in members {
      if last?.section != member.section {
        let header = header(of: member.section, at: .end)
        first = first ?? header
        last = header
        new.append(header)
      }
      new.append(.item(member.content))
    }
    rows = rows.appending(new)
  }

  private mutating func prepend(_ members: [Member]) {
    guard let nearest = members.last else { return }
    guard let below = first else { return append(members) }
    let isContinued = nearest.section == below.section
    var top = isContinued ? below : header(of: nearest.section, at: .start)
    // In reverse order.
    var new: [Row] = []
    for member in members.reversed() {
      if member.section != top.section {
        new.append(top)
        top = header(of: member.section, at: .start)
      }
      new.append(.item(member.content))
    }
    new.append(top)
    first = top
    rows = (isContinued ? rows.droppingFirst(1) : rows).prepending(new.reversed())
  }

  private mutating func header(of section: Section, at end: ListEnd) -> Row {
    var (used, occurrence) = (0...0, 0)
    if let range = occurrences[section] {
      occurrence = end == .end ? range.upperBound + 1 : range.lowerBound - 1
      used = min(range.lowerBound, occurrence)...max(range.upperBound, occurrence)
    }
    occurrences[section] = used
    return .section(section, occurrence: occurrence)
  }
}
