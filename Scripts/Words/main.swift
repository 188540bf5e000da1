// Checks the words of documents, comments, messages and test names, and samples: see Scripts/words.sh.
import Foundation

struct Phrase {
  let pattern: NSRegularExpression
  let instead: String
}

struct Finding {
  let file: String
  let line: Int
  let rule: String
  let text: String
}

func lines(ofFile path: String) -> [String] {
  guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
    print("words: cannot read \(path)")
    exit(2)
  }
  return text.components(separatedBy: "\n")
}

/// The lines of a configuration file without empty lines and comments.
func entries(ofFile path: String) -> [String] {
  lines(ofFile: path).filter { !$0.isEmpty && !$0.hasPrefix("#") }
}

func regex(_ pattern: String, _ options: NSRegularExpression.Options = []) -> NSRegularExpression {
  do {
    return try NSRegularExpression(pattern: pattern, options: options)
  } catch {
    print("words: bad pattern \(pattern): \(error)")
    exit(2)
  }
}

extension NSRegularExpression {
  func matches(_ text: String) -> [String] {
    matches(in: text, range: NSRange(text.startIndex..., in: text)).compactMap {
      Range($0.range, in: text).map { String(text[$0]) }
    }
  }

  func replacingMatches(in text: String, with replacement: String) -> String {
    stringByReplacingMatches(
      in: text,
      range: NSRange(text.startIndex..., in: text),
      withTemplate: replacement
    )
  }
}

// MARK: - Prose

/// A line of prose, without code, quotations, link targets and identifiers.
struct Prose {
  let line: Int
  let text: String
  /// True for the first line of a doc comment.
  var isOpening = false
}

let inlineCode = regex("``?[^`]*``?")
let quotation = regex("“[^”]*”")
let target = regex("\\]\\([^)]*\\)|<(doc:)?[^> ]*>|https?://\\S+")
let interpolation = regex("\\\\\\((?:[^()]|\\([^()]*\\))*\\)")
let literal = regex("\"(?:[^\"\\\\]|\\\\.)*\"")
let rawIdentifier = regex("`[^`]* [^`]*`")
let trailingComment = regex(" // .*$")

func withoutCode(_ text: String) -> String {
  var text = inlineCode.replacingMatches(in: text, with: "`x`")
  text = quotation.replacingMatches(in: text, with: "“x”")
  return target.replacingMatches(in: text, with: "]")
}

/// The prose of a document: everything outside fences.
func document(_ lines: [String]) -> [Prose] {
  var isCode = false
  var prose: [Prose] = []
  for (index, line) in lines.enumerated() {
    if line.trimmed.hasPrefix("```") {
      isCode.toggle()
    } else if !isCode {
      prose.append(Prose(line: index + 1, text: withoutCode(line)))
    }
  }
  return prose
}

/// The prose of a line of code: raw identifiers, such as the names of tests, the comment at its end, and
/// string literals of more than one word.
func code(_ line: String, strings: Bool) -> [String] {
  let plain = interpolation.replacingMatches(in: line, with: "x")
  let code = literal.replacingMatches(in: plain, with: "")
  var prose = rawIdentifier.matches(code).map { String($0.dropFirst().dropLast()) }
  prose += trailingComment.matches(code).map(withoutCode)
  if strings { prose += literal.matches(plain).filter { $0.contains(" ") }.map(withoutCode) }
  return prose
}

/// The comments of a source file, its raw identifiers, and its string literals.
func source(_ lines: [String], strings: Bool) -> [Prose] {
  var isCode = false
  var wasDocumentation = false
  var isLiteral = false
  var prose: [Prose] = []
  for (index, line) in lines.enumerated() {
    let trimmed = line.trimmed
    let marker = ["///", "//:", "//"].first { trimmed.hasPrefix($0) }
    if let marker, !isLiteral {
      let comment = trimmed.dropFirst(marker.count).trimmingCharacters(in: .whitespaces)
      if comment.hasPrefix("```") {
        isCode.toggle()
      } else if !isCode {
        let isOpening = marker == "///" && !wasDocumentation
        prose.append(Prose(line: index + 1, text: withoutCode(comment), isOpening: isOpening))
      }
      wasDocumentation = marker == "///"
      continue
    }
    wasDocumentation = false
    isCode = false
    if trimmed.components(separatedBy: "\"\"\"").count == 2 {
      isLiteral.toggle()
    } else if !isLiteral {
      prose += code(line, strings: strings).map { Prose(line: index + 1, text: $0) }
    } else if strings {
      let text = interpolation.replacingMatches(in: line, with: "x")
      prose.append(Prose(line: index + 1, text: withoutCode(text)))
    }
  }
  return prose
}

// MARK: - Rules

let folder = "Scripts/Words"
let phrases = entries(ofFile: "\(folder)/banned.txt").map { entry in
  let parts = entry.components(separatedBy: "\t")
  return Phrase(
    pattern: regex("(?<![-\\w`])(?:\(parts[0]))(?![-\\w`])", .caseInsensitive),
    instead: parts.count > 1 ? parts[1] : ""
  )
}
let allowed = Set(entries(ofFile: "\(folder)/allowed.txt"))
let opening = regex("^(What|How|Whether|Who|Whose|Has|Have|Lets|Tells)\\b[^?]*$")
let sentence = regex("(?:^|[.:;!?] )(What|How|Whether|Who|Whoever)\\b")
let link = regex("<doc:[^>]*#[^>]*>")
let number = regex(
  "\\([A-Z][0-9]{1,2}(, [A-Z][0-9]{1,2})*\\)|(?<!of )contracts? [A-Z][0-9]{1,2}\\b(?! of)"
)

// A `sink` of a sample calls its closure on the thread of a load. It may print and record, but not draw.
// A property that `@Published` publishes, as in `row.$state.sink`, belongs to an object of the main actor.
let sink = regex("(?<!\\$\\w{1,40})\\.sink\\b(?!OnMainActor)\\s*[({].*$")
let harmless = regex(
  "\\b(print|append|accept|note|record|yield|load|keep)\\b|\\{ *_ in *\\}|\\.sink\\(\\.\\.\\.\\)"
)

/// The lines of samples: those in fences of documents and doc comments; of a playground or an example, all.
func samples(_ lines: [String], of file: String) -> [(line: Int, text: String)] {
  let isCode = file.hasPrefix("Playgrounds/") || file.hasPrefix("Examples/")
  let isSource = file.hasSuffix(".swift")
  var isOpen = false
  var samples: [(line: Int, text: String)] = []
  for (index, line) in lines.enumerated() {
    var text = line.trimmed
    let isComment = text.hasPrefix("//")
    if isSource { text = text.drop { $0 == "/" || $0 == ":" }.description.trimmed }
    if text.hasPrefix("```"), isComment || !isSource {
      isOpen.toggle()
    } else if isOpen && (isComment || !isSource) || isCode && !isComment {
      samples.append((index + 1, text))
    }
    if isSource && !isComment { isOpen = false }
  }
  return samples
}

/// The articles of the documentation, by the module whose catalog contains them.
struct Articles {
  /// The anchors of the headings, as `Module/Article#Heading`.
  private var anchors: Set<String> = []
  private var modules: Set<Substring> = []

  init(of files: [String]) {
    for file in files where file.hasSuffix(".md") && file.contains(".docc/") { read(file) }
  }

  /// Returns whether a link in this file has a heading, such as `<doc:LoaderContract#L1-State>`.
  ///
  /// A module without a catalog is a layer: the module that re-exports it has its articles.
  func contain(_ link: String, in file: String) -> Bool {
    let module = modules.contains(module(of: file)) ? module(of: file) : "ReactiveLoadable"
    return anchors.contains("\(module)/\(link.dropFirst(5).dropLast())")
  }

  private mutating func read(_ file: String) {
    modules.insert(module(of: file))
    let article = URL(filePath: file).deletingPathExtension().lastPathComponent
    for line in lines(ofFile: file) where line.hasPrefix("##") {
      let heading = line.drop { $0 == "#" || $0 == " " }
        .replacing(" ", with: "-")
        .filter { $0.isLetter || $0.isNumber || $0 == "-" }
      anchors.insert("\(module(of: file))/\(article)#\(heading)")
    }
  }

  private func module(of file: String) -> Substring {
    file.split(separator: "/").dropFirst().first ?? ""
  }
}

let symbolLink = regex("(?<!`)``[^`]+``(?!`)")
let declaration = regex(
  "\\b(?:struct|class|enum|protocol|actor|typealias|associatedtype|func|var|let|precedencegroup)\\s+`?\\w+"
)
let enumCases = regex("^\\s*(?:indirect )?case [^.].*")
let identifier = regex("\\w+")

/// The names that the modules in Sources declare, and those of the modules.
struct Symbols {
  private var names: Set<String> = ["init", "subscript"]

  init(of files: [String]) {
    for file in files where file.hasPrefix("Sources/") && file.hasSuffix(".swift") {
      names.formUnion(file.split(separator: "/").dropFirst().prefix(1).map(String.init))
      for line in lines(ofFile: file) where !line.trimmed.hasPrefix("//") { read(line) }
    }
  }

  /// Returns whether each part of a link such as ``Loader/load(_:)`` is declared.
  func contain(_ link: String) -> Bool {
    link.split { $0 == "`" || $0 == "/" }.map(String.init).allSatisfy { part in
      guard let name = identifier.matches(part).first, part.hasPrefix(name) else { return true }
      return names.contains(name)
    }
  }

  private mutating func read(_ line: String) {
    names.formUnion(declaration.matches(line).compactMap { identifier.matches($0).last })
    for cases in enumCases.matches(line) { names.formUnion(identifier.matches(cases)) }
  }
}

// MARK: - Checks

struct Checker {
  let articles: Articles
  let symbols: Symbols
  private(set) var findings: [Finding] = []
  private(set) var counts: [String: Int] = [:]

  init(of files: [String]) {
    articles = Articles(of: files)
    symbols = Symbols(of: files)
  }

  mutating func check(_ file: String) {
    let lines = lines(ofFile: file)
    let isSource = file.hasSuffix(".swift")
    let isInSources = file.hasPrefix("Sources/")
    let hasMessages = ["Sources/", "Tests/", "Benchmarks/"].contains { file.hasPrefix($0) }
    let prose = isSource ? source(lines, strings: hasMessages) : document(lines)
    for item in prose {
      checkPhrases(item, of: file)
      if isSource && isInSources && item.isOpening { checkOpening(item, of: file) }
    }
    if isSource && isInSources { checkDocComments(lines, of: file) }
    checkSinks(samples(lines, of: file), of: file)
  }

  /// A closure that ends on its first line is judged by it, any other one with the four lines after it.
  private mutating func checkSinks(_ samples: [(line: Int, text: String)], of file: String) {
    for (index, sample) in samples.enumerated() {
      for match in sink.matches(sample.text) {
        let code = trailingComment.replacingMatches(in: match, with: "")
        let isOneLine = code.filter { $0 == "{" }.count == code.filter { $0 == "}" }.count
        let closure =
          isOneLine ? code : samples[index...].prefix(5).map(\.text).joined(separator: " ")
        if !harmless.matches(closure).isEmpty || allowed.contains("\(file): \(match)") { continue }
        add("a sample that draws uses sinkOnMainActor", sample.text, at: sample.line, of: file)
      }
    }
  }

  private mutating func checkPhrases(_ item: Prose, of file: String) {
    let kind = file.hasSuffix(".swift") ? "comments" : "documents"
    for phrase in phrases {
      for match in phrase.pattern.matches(item.text) {
        counts["banned phrases in \(kind)", default: 0] += 1
        if allowed.contains("\(file): \(match)") || allowed.contains("*: \(match)") { continue }
        let instead = phrase.instead.isEmpty ? "" : " (instead: \(phrase.instead))"
        add("“\(match)”\(instead)", item.text, at: item.line, of: file)
      }
    }
    for match in sentence.matches(item.text) {
      counts["sentences with \(match.filter(\.isLetter)) in \(kind)", default: 0] += 1
    }
  }

  private mutating func checkOpening(_ item: Prose, of file: String) {
    guard !opening.matches(item.text).isEmpty else { return }
    add("a doc comment begins with the noun or the verb", item.text, at: item.line, of: file)
  }

  private mutating func checkDocComments(_ lines: [String], of file: String) {
    for (index, line) in lines.enumerated() where line.trimmed.hasPrefix("///") {
      if line.count > 100 && !line.contains("http") && !line.contains("<doc:") {
        counts["doc comment lines over 100 columns", default: 0] += 1
        add("\(line.count) columns, at most 100", line, at: index + 1, of: file)
      }
      for match in number.matches(line) {
        add("the number of a contract is a link to its heading", match, at: index + 1, of: file)
      }
      for match in link.matches(line) where !articles.contain(match, in: file) {
        add("no such heading", match, at: index + 1, of: file)
      }
      for match in symbolLink.matches(line) where !symbols.contain(match) {
        add("no module in Sources declares this name", match, at: index + 1, of: file)
      }
    }
  }

  private mutating func add(_ rule: String, _ text: String, at line: Int, of file: String) {
    findings.append(Finding(file: file, line: line, rule: rule, text: text))
  }
}

extension String {
  var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

let arguments = CommandLine.arguments.dropFirst()
let files = arguments.filter { !$0.hasPrefix("--") }
var checker = Checker(of: files)
for file in files { checker.check(file) }
if arguments.contains("--count") {
  for (name, count) in checker.counts.sorted(by: { $0.key < $1.key }) { print("\(count)\t\(name)") }
} else {
  for finding in checker.findings {
    print("\(finding.file):\(finding.line): \(finding.rule)\n    \(finding.text.trimmed)")
  }
}
print("\(checker.findings.count) findings in \(files.count) files")
exit(checker.findings.isEmpty || arguments.contains("--count") ? 0 : 1)
