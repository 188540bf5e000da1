import ReactiveLoading

/// A transform with one row or none for each item, and a header row before each section: one chunk
/// of rows for each chunk of items.
///
/// The rows of a chunk are created once, unless an edit changes sections.
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
  /// The rows; a chunk has the number of the chunk of its members.
  private var rows = SharedItems<Row>()
  // NB: In boxes, because the code that copies rows and sections in place is a twentieth of the module.
  /// The first row of the list, which is a header.
  private var first: Box<Row>?
  /// The section that contains the last item of the list.
  private var last: Box<Section>?
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
    let (before, numbers) = (members.chunks.numbers, new.chunks.numbers)
    // Without rows, the positions do not show whether a chunk has changed.
    let isGrown =
      members.count > 0 && before.clamped(to: numbers) == before && new.extends(members)
    if !isGrown, !replaceEdited(by: new) { start(at: numbers.lowerBound) }
    let shown = rows.chunks.numbers
    for number in numbers.clamped(to: shown.upperBound..<Int.max) { append(new.chunks[number]) }
    for number in numbers.clamped(to: Int.min..<shown.lowerBound).reversed() {
      prepend(new.chunks[number])
    }
    members = new
    return rows
  }

  /// Starts a new list without rows, whose first chunk will have a number.
  private mutating func start(at number: Int) {
    (first, last, occurrences) = (nil, nil, [:])
    rows = SharedItems(ChunkList(numbers: number..<number), from: 0)
  }

  private mutating func append(_ chunk: ItemChunk) {
    rows.addChunk(appendedRows(chunk.items(of: Member.self)), at: .end)
  }

  private mutating func appendedRows(_ members: [Member]) -> [Row] {
    var new: [Row] = []
    for member in members {
      if last?.value != member.section {
        let header = header(of: member.section, at: .end)
        first = first ?? Box(header)
        last = Box(member.section)
        new.append(header)
      }
      new.append(.item(member.content))
    }
    return new
  }

  private mutating func prepend(_ chunk: ItemChunk) {
    let members = chunk.items(of: Member.self)
    guard let nearest = members.last, let below = first?.value else {
      return rows.addChunk(appendedRows(members), at: .start)
    }
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
    first = Box(top)
    if isContinued { rows = rows.removingFirst() }
    rows.addChunk(new.reversed(), at: .start)
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

// MARK: Edits

extension SectionedRows {
  /// Replaces the rows of chunks that an edit has changed, and returns true if all headers stay.
  ///
  /// An edit counts the occurrences again, which changes nothing if no header was prepended.
  private mutating func replaceEdited(by new: SharedItems<Member>) -> Bool {
    let (old, new) = (members.chunks, new.chunks)
    let edited = new.unsharedNumbers(with: old)
    if old.numbers != new.numbers || edited == [new.numbers] { return false }
    if occurrences.values.contains(where: { $0.lowerBound < 0 }) { return false }
    for number in edited.joined() where sections(of: old[number]) != sections(of: new[number]) {
      return false
    }
    for number in edited.joined() {
      let before = rows.chunks[number].items(of: Row.self)
      rows.replaceChunk(number, by: rows(like: before, of: new[number].items(of: Member.self)))
    }
    return true
  }

  private func sections(of chunk: ItemChunk) -> [Section] {
    var sections: [Section] = []
    for member in chunk.items(of: Member.self) where member.section != sections.last {
      sections.append(member.section)
    }
    return sections
  }

  /// Returns the rows of edited items with the same sections and headers as the previous rows.
  private func rows(like before: [Row], of members: [Member]) -> [Row] {
    var headers = before.filter { $0.section != nil }[...]
    // A chunk may continue the section of the chunk before it.
    var section = before.first?.item == nil ? nil : members.first?.section
    var new: [Row] = []
    for member in members {
      if member.section != section, let header = headers.popFirst() { new.append(header) }
      section = member.section
      new.append(.item(member.content))
    }
    return new
  }
}
