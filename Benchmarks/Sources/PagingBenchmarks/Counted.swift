import Measuring

/// Work whose instructions are counted in a separate process.
enum Counted: String, CountedWork {
  case publish1000, publish100000, grow, append1000, append100000
  case appendUnsaved1000, write1000, write100000, rollback10, rollback1000
  case page100, page10000, inserted100, inserted10000, save100, save10000, rollback10000
  case edit1000, edit100000, index, iterate, hugePage, tinyPages, tinyPage
  case editChanges1000, editChanges10000, insertChanges1000, insertChanges10000
  case editsChanges1000, editsChanges10000, insertsChanges1000, insertsChanges10000
  case moveChanges1000, moveChanges10000, refreshChanges10000
  case see1000, see100000, seeItem1000, seeRow1000, seeRow100000
  case editRows1000, editRows100000, editSections1000, editSections10000
  case appendRows1000, appendRows100000, appendSections1000, appendSections100000
  case draw1000, draw100000, equate1000, equate10000
  case editDifference10000, insertDifference10000, insertsDifference10000, refreshDifference10000

  var name: String {
    switch self {
    case .publish1000: "an append that is cancelled, of 1,000"
    case .publish100000: "an append that is cancelled, of 100,000"
    case .grow: "a page of 20 rows, growing"
    case .append1000: "a page of 20 rows, appended to 1,000"
    case .append100000: "a page of 20 rows, appended to 100,000"
    case .appendUnsaved1000: "a page of 20 rows, appended to 1,000 with 100 unsaved edits"
    case .write1000: "an edit by a write, of 1,000"
    case .write100000: "an edit by a write, of 100,000"
    case .rollback10: "an insertion starts and the oldest is rolled back, 10 in flight"
    case .rollback1000: "an insertion starts and the oldest is rolled back, 1,000 in flight"
    case .rollback10000: "an insertion starts and the oldest is rolled back, 10,000 in flight"
    case .page100: "a page of 20 rows, appended to 10,000 with 100 unsaved edits"
    case .page10000: "a page of 20 rows, appended to 10,000 with 10,000 unsaved edits"
    case .inserted100: "a page of 20 rows, appended to 1,000 with 100 unsaved insertions"
    case .inserted10000: "a page of 20 rows, appended to 1,000 with 10,000 unsaved insertions"
    case .save100: "an edit by a write starts and the oldest is saved, 100 in flight"
    case .save10000: "an edit by a write starts and the oldest is saved, 10,000 in flight"
    case .edit1000: "an edit in the middle, of 1,000"
    case .edit100000: "an edit in the middle, of 100,000"
    case .index: "reading a row by index, of 100,000"
    case .iterate: "reading a row in a loop, of 100,000"
    case .hugePage: "a page of 100,000 items"
    case .tinyPages: "5,000 pages of one item"
    case .tinyPage: "a page of one item after 5,000"
    case .editChanges1000: "changes, one edit in 1,000"
    case .editChanges10000: "changes, one edit in 10,000"
    case .insertChanges1000: "changes, one insertion in 1,000"
    case .insertChanges10000: "changes, one insertion in 10,000"
    case .editsChanges1000: "changes, two edits far apart in 1,000"
    case .editsChanges10000: "changes, two edits far apart in 10,000"
    case .insertsChanges1000: "changes, two insertions far apart in 1,000"
    case .insertsChanges10000: "changes, two insertions far apart in 10,000"
    case .moveChanges1000: "changes, a move in 1,000"
    case .moveChanges10000: "changes, a move in 10,000"
    case .refreshChanges10000: "changes, an equal list in 10,000"
    case .see1000: "a visible row by index, of 1,000"
    case .see100000: "a visible row by index, of 100,000"
    case .seeItem1000: "a visible row by id, of 1,000"
    case .seeRow1000: "a visible mapped row by id, of 1,000"
    case .seeRow100000: "a visible mapped row by id, of 100,000"
    case .editRows1000: "an edit with mapped rows, of 1,000"
    case .editRows100000: "an edit with mapped rows, of 100,000"
    case .editSections1000: "an edit with sections, of 1,000"
    case .editSections10000: "an edit with sections, of 10,000"
    case .appendRows1000: "a page of 20 with mapped rows, of 1,000"
    case .appendRows100000: "a page of 20 with mapped rows, of 100,000"
    case .appendSections1000: "a page of 20 with sections, of 1,000"
    case .appendSections100000: "a page of 20 with sections, of 100,000"
    case .draw1000: "an edit with changes, of 1,000"
    case .draw100000: "an edit with changes, of 100,000"
    case .equate1000: "== after an edit, of 1,000"
    case .equate10000: "== after an edit, of 10,000"
    case .editDifference10000: "difference of arrays, one edit in 10,000"
    case .insertDifference10000: "difference of arrays, one insertion in 10,000"
    case .insertsDifference10000: "difference of arrays, two insertions far apart in 10,000"
    case .refreshDifference10000: "difference of arrays, an equal list in 10,000"
    }
  }

  var work: (Int) -> Void {
    switch self {
    case .publish1000: Lists.publishing(1_000).run
    case .publish100000: Lists.publishing(100_000).run
    case .grow: Lists.growing(to: 10_000).run
    case .append1000: Lists.appending(to: 1_000).run
    case .append100000: Lists.appending(to: 100_000).run
    case .appendUnsaved1000: Lists.appending(to: 1_000, unsaved: 100).run
    case .write1000: Lists.writing(1_000).run
    case .write100000: Lists.writing(100_000).run
    case .rollback10: Lists.rollingBack(after: 10).run
    case .rollback1000: Lists.rollingBack(after: 1_000).run
    case .rollback10000: Lists.rollingBack(after: 10_000).run
    case .page100: Lists.appending(to: 10_000, unsaved: 100).run
    case .page10000: Lists.appending(to: 10_000, unsaved: 10_000).run
    case .inserted100: Lists.appending(afterInsertions: 100).run
    case .inserted10000: Lists.appending(afterInsertions: 10_000).run
    case .save100: Lists.saving(after: 100).runAndWait
    case .save10000: Lists.saving(after: 10_000).runAndWait
    case .edit1000: Lists.editing(1_000).run
    case .edit100000: Lists.editing(100_000).run
    case .index: Lists.indexing(100_000).run
    case .iterate: Lists.iterating(100_000).run
    case .hugePage: Lists.filling(to: 100_000, pageSize: 100_000).run
    case .tinyPages: Lists.filling(to: 5_000, pageSize: 1).run
    case .tinyPage: Lists.appending(to: 5_000, pageSize: 1).run
    case .editChanges1000: Change.edit.changes(in: 1_000).run
    case .editChanges10000: Change.edit.changes(in: 1_0000).run
    case .insertChanges1000: Change.insert.changes(in: 1_000).run
    case .insertChanges10000: Change.insert.changes(in: 1_0000).run
    case .editsChanges1000: Change.edits.changes(in: 1_000).run
    case .editsChanges10000: Change.edits.changes(in: 1_0000).run
    case .insertsChanges1000: Change.inserts.changes(in: 1_000).run
    case .insertsChanges10000: Change.inserts.changes(in: 1_0000).run
    case .moveChanges1000: Change.move.changes(in: 1_000).run
    case .moveChanges10000: Change.move.changes(in: 1_0000).run
    case .refreshChanges10000: Change.refresh.changes(in: 1_0000).run
    case .see1000: Lists.seeing(1_000).run
    case .see100000: Lists.seeing(100_000).run
    case .seeItem1000: Lists.seeingItem(1_000).run
    case .seeRow1000: Cells.seeingRow(1_000).run
    case .seeRow100000: Cells.seeingRow(100_000).run
    case .editRows1000: Cells.editingRow(1_000).run
    case .editRows100000: Cells.editingRow(100_000).run
    case .editSections1000: Cells.editingSections(1_000).run
    case .editSections10000: Cells.editingSections(10_000).run
    case .appendRows1000: Cells.appendingRows(to: 1_000).run
    case .appendRows100000: Cells.appendingRows(to: 100_000).run
    case .appendSections1000: Cells.appendingSections(to: 1_000).run
    case .appendSections100000: Cells.appendingSections(to: 100_000).run
    case .draw1000: Cells.drawing(1_000).run
    case .draw100000: Cells.drawing(100_000).run
    case .equate1000: Cells.equating(1_000).run
    case .equate10000: Cells.equating(10_000).run
    case .editDifference10000: Change.edit.difference(in: 10_000).run
    case .insertDifference10000: Change.insert.difference(in: 10_000).run
    case .insertsDifference10000: Change.inserts.difference(in: 10_000).run
    case .refreshDifference10000: Change.refresh.difference(in: 10_000).run
    }
  }

  var repetitions: Int {
    switch self {
    case .publish1000, .publish100000, .grow: 500
    case .append1000, .append100000, .appendUnsaved1000, .page100, .page10000, .tinyPage: 20
    case .edit1000, .edit100000, .write1000, .write100000: 4
    case .rollback10, .rollback1000, .rollback10000: 100
    case .save100, .save10000: 20
    case .inserted10000: 2
    case .index, .iterate: 100_000
    case .hugePage, .tinyPages: 1
    default: 10
    }
  }
}
