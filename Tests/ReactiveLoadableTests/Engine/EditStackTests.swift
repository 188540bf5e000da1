import ReactiveLoadable
import TestSupport
import Testing

@testable import ReactiveLoading

/// The chunks of many edits against one array.
@Suite struct `A stack of edits` {
  @Test(arguments: 0..<4)
  func `it has the edits of an array, in the order of each mutation`(seed: Int) {
    var random = SeededGenerator(UInt64(seed))
    var (stack, edits, writes) = (
      EditStack<LoadEdit>(), [LoadEdit](), [UInt](repeating: 0, count: 3)
    )
    for step in 0..<1_000 {
      if random.below(step < 500 ? 4 : 2) > 0 || edits.isEmpty {
        let mutation = random.below(3)
        writes[mutation] += 100_000
        // Sometimes among the last 40 writes of the mutation.
        let earlier = random.below(8) == 0 ? UInt(random.below(4_000_000)) : 0
        let edit = edit(UInt(mutation), 10_000_000 + writes[mutation] + UInt(step) - earlier)
        let newer = edits.firstIndex {
          $0.id.mutation == edit.id.mutation && $0.id.write > edit.id.write
        }
        #expect(stack.insertionPosition(of: edit.id) == newer ?? edits.count)
        stack.insert(edit, at: newer ?? edits.count)
        edits.insert(edit, at: newer ?? edits.count)
      } else {
        let position = random.below(4) == 0 ? random.below(edits.count) : 0
        stack.remove(at: position)
        edits.remove(at: position)
      }
      check(stack, edits, random.below(edits.count + 1))
    }
    #expect(edits.count > 100)
  }

  private func check(_ stack: EditStack<LoadEdit>, _ edits: [LoadEdit], _ position: Int) {
    let value = LoadedValue(ReactiveLoadable.Box(0), of: nil)
    let rest = stack.edits(from: position, applyingTo: value, asOf: 1)
    #expect(rest.map(\.id) == edits[position...].map(\.id))
    #expect(stack.all.map(\.id) == edits.map(\.id))
    #expect(stack.count == edits.count)
    if position < edits.count {
      #expect(stack[position].id == edits[position].id)
      #expect(stack.position(of: edits[position].id) == position)
    } else {
      #expect(stack.position(of: LoadEditID(mutation: 9, write: 0)) == nil)
    }
  }

  private func edit(_ mutation: UInt, _ write: UInt) -> LoadEdit {
    let editor = LoadEditor<Int, Int>(confirms: false) { _, _, _ in }
    return LoadEdit(
      LoadEditID(mutation: mutation, write: write),
      editor,
      ReactiveLoadable.Box(0),
      of: nil
    )
  }
}
