import Foundation

/// Exact costs of one piece of work, counted by callgrind.
struct Cost {
  var instructions: Double
  var allocations: Double
}

/// Work whose instructions are counted, in a process of its own.
enum Counted: String, CaseIterable {
  case acceptToOne, acceptToThousand, payloadToOne, payloadToThousand, churn

  var repetitions: Int {
    switch self {
    case .acceptToOne, .payloadToOne, .churn: 4_000
    case .acceptToThousand, .payloadToThousand: 200
    }
  }

  var contender: Contender {
    switch self {
    case .acceptToOne: Accepting.int.relay(1)
    case .acceptToThousand: Accepting.int.relay(1_000)
    case .payloadToOne: Accepting.payload.relay(1)
    case .payloadToThousand: Accepting.payload.relay(1_000)
    case .churn: Churning.relay(.last, 10)
    }
  }

  /// The difference between a long and a short run, which leaves out the start of the process.
  func cost() throws -> Cost {
    let short = try Self.profile(rawValue, repetitions)
    let long = try Self.profile(rawValue, 3 * repetitions)
    let work = Double(2 * repetitions)
    return Cost(
      instructions: (long.instructions - short.instructions) / work,
      // Rounded, because the start of a process allocates now one more, now one less.
      allocations: ((long.allocations - short.allocations) / work * 100).rounded() / 100
    )
  }

  private static func profile(_ name: String, _ repetitions: Int) throws -> Cost {
    let folder = FileManager.default.temporaryDirectory
    let copy = folder.appending(
      path: "relay-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
    )
    let output = copy.appendingPathExtension("callgrind")
    defer { for file in [copy, output] { try? FileManager.default.removeItem(at: file) } }
    // NB: valgrind cannot read the debug information of Swift 6.3, so it counts a stripped copy.
    try run("strip", "--strip-debug", "-o", copy.path, CommandLine.arguments[0])
    try run(
      "valgrind",
      "--tool=callgrind",
      "--callgrind-out-file=\(output.path)",
      copy.path,
      "--count",
      name,
      "--repetitions",
      "\(repetitions)"
    )
    return CallgrindProfile(try String(contentsOf: output, encoding: .utf8)).cost
  }

  private static func run(_ command: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(command: command) }
  }

  struct Failure: Error {
    let command: [String]
  }
}

/// Reads the totals and the calls of the allocator from callgrind's file.
private struct CallgrindProfile {
  private(set) var cost = Cost(instructions: 0, allocations: 0)
  private var names: [Substring: Substring] = [:]
  private var callee: Substring = ""
  private static let allocators: Set<Substring> = [
    "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc",
  ]

  init(_ text: String) {
    for line in text.split(separator: "\n") { read(line) }
  }

  private mutating func read(_ line: Substring) {
    if line.hasPrefix("cfn=") {
      callee = name(line.dropFirst(4))
    } else if line.hasPrefix("fn=") {
      _ = name(line.dropFirst(3))
    } else if line.hasPrefix("calls="), Self.allocators.contains(callee) {
      cost.allocations += Double(line.dropFirst(6).prefix { $0 != " " }) ?? 0
    } else if line.hasPrefix("totals:") {
      cost.instructions = Double(line.dropFirst(7).trimmingPrefix(" ")) ?? 0
    }
  }

  /// Names are given once, as `(7) malloc`, and by number alone later.
  private mutating func name(_ text: Substring) -> Substring {
    let parts = text.split(separator: " ", maxSplits: 1)
    if parts.count == 2 { names[parts[0]] = parts[1].prefix { $0 != "'" && $0 != "@" } }
    return names[parts[0]] ?? ""
  }
}
