import ArgumentParser
import CHeap
import Measuring

/// Counts the memory that objects of the library use, in bytes and in blocks.
@main
struct MemoryBenchmarks: ParsableCommand {
  @OptionGroup var options: MeasuringOptions

  func run() throws {
    if let memory = try options.counted(Row.self)?.memory() {
      print(memory.bytes, memory.blocks)
      return
    }
    if options.timesOnly { return }
    var report = Report()
    for row in Row.allCases {
      let memory = row.memory()
      report.note(row.name, memory.bytes, " bytes")
      report.note(row.name, memory.blocks, " blocks")
    }
    print(report.text)
  }
}

/// The memory that one of many objects uses.
struct Memory: Sendable {
  let bytes: Double
  let blocks: Double

  /// Measures the memory that a function allocates and its result retains, divided by `count`.
  init<Objects>(each count: Int, _ create: () -> Objects) {
    let before = heap_in_use()
    let objects = create()
    let after = heap_in_use()
    bytes = (Double(after.bytes - before.bytes) / Double(count)).rounded()
    // Rounded, because the containers of all objects have blocks, too.
    blocks = (Double(after.blocks - before.blocks) / Double(count) * 100).rounded() / 100
    withExtendedLifetime(objects) {}
  }
}
