// The prose and the samples of documents and source files.
import Foundation

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

// MARK: - Reading

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

extension String {
  var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
