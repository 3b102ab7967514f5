// # Threat and fault model
//
// An archive of many years holds all that can go wrong, and mail is written by attackers
// too. This page lists hostile and broken inputs, promises, and the tests of each
// promise. A test checks that the tests named here exist.
//
// The package does not trust the bytes of an input, the names in it, the names of files,
// the sizes and numbers in headers, the depth of nesting, the size of unpacked content,
// the time and the pieces in which bytes arrive, or the file system, which changes and
// fails while it is read. It trusts the command line, the machine's memory, the Go
// runtime, and whoever may write to the directory of an output.
//
// Nothing is lost silently. Data that cannot be read is an Error with its place, and the
// data around it is read.
//
//   - Damage, cuts and failing reads are reported: TestACutInputIsReportedAndForgesNoURL,
//     TestDamageIsReportedAndTheRestRead, TestATarWithoutItsEndIsReported,
//     TestSumsOfCpioAreCompared, TestErrorsNameFileFormatAndOffset.
//   - Runs of NUL bytes in text, where blocks of a disk or a tape were lost, are
//     reported, and a URL that touches one is Incomplete:
//     TestRunsOfNULsInTextAreReported, TestRunsOfNULsInMailAreReportedOnce,
//     TestManyRunsOfNULsAreReportedInFewErrors.
//   - A file that changes while it is read is reported:
//     TestAFileThatChangesWhileItIsReadIsReported.
//   - Directories and files that cannot be opened are reported:
//     TestAFolderThatCannotBeReadIsReported, TestFilesThatCannotBeOpenedAreReported.
//   - Whatever system call of the command fails, its exit status is 2 or its output is
//     whole: TestAFailingSystemCallIsReportedOrHarmless.
//   - Few files are open at once: TestNoMoreFilesAreOpenThanThereAreReadersAndTwo.
//   - Files passes the entries of directories that are not read to its caller:
//     TestLinksInFoldersAreReported, TestWhatIsPassedOverInFoldersIsReported.
//   - Inputs, members and parts without text, or without text that can be read, are
//     reported as Skipped: TestBinaryFormatsAreSkipped. Text is never taken for them:
//     TestTextIsNotTakenForABinaryFormat.
//   - An input has the same results in a file, a pipe, an archive or a message:
//     TestATextHasTheSameResultsHoweverItComes,
//     TestAFileHasTheSameResultsHoweverItComes, TestReadsMayBeShortOrEmpty,
//     TestResultsAreTheSameForAnyNumberOfReaders.
//   - A manifest lists what was read, with its SHA-256, and what was skipped:
//     TestSumsInAManifestAreThoseOfTheBytes, TestAManifestSaysWhatWasNotSearched,
//     TestAManifestSaysThatAFileChanged, TestAManifestSaysThatReadingFailed,
//     TestOnlyARunThatCameToItsEndWritesAManifest,
//     TestAManifestIsTheSameForAnyNumberOfReaders.
//
// Results are compared with those of other programs. The intended differences are named.
// golang.org/x/net/html finds the links of pages in
// TestLinksOfMadePagesAreThoseOfAnotherTokenizer. Python's mailbox finds the messages of
// containers in TestContainersAreThoseOfPython and
// TestContainersOfTheCorpusAreThoseOfPython.
//
// Some formats cannot show that they are damaged:
// TestFormatsReportDamageAsTheThreatModelSays. A missing end goes unnoticed in a .Z,
// which does not mark it, in an ar after a member, in base64 after a group of four unless
// it is a part of a multipart, and in a text, an mbox or a page. Changed bytes go
// unnoticed in a tar, an ar and a cpio without sums, in a .Z, in base64 and in text. They
// are reported in gzip, bzip2, xz, zstd, lz4, zip, and cpio with sums. In zlib they are
// reported, too, unless its first bytes are so damaged that it is taken for text; so is
// any format whose magic number is damaged.
//
// Nothing is forged. A URL that touches the place where reading failed, damage or a limit
// is Incomplete. A URL that is longer than MaxURL is Truncated, also in an attribute.
//
//   - TestWhatTouchesTheEndOfAFailedReadIsIncomplete,
//     TestACutInputIsReportedAndForgesNoURL, TestURLsOfMaxURLBytesAreNotCut.
//   - No URL is made of a cut stream and the next: TestPiecesAfterACutOneAreRead,
//     TestNoURLIsMadeOfAMemberAndTheNext.
//   - The span of a result is its place in the input:
//     TestSpansOfEncodedPartsDecodeToTheURL, TestResultsInAttachmentsStandInTheirBase64.
//
// Nothing is overwritten. The output of the command gets its name when it is complete,
// and replaces a file only if the user asks for it.
//
//   - TestAFileIsReplacedOnlyWhenItIsWhole, TestTemporaryFilesOfKilledRunsAreSwept,
//     TestAnInterruptedFindLeavesTheOldFile, TestASignalAtAnyMomentLeavesWholeFiles,
//     TestAFullDiskIsReportedAndLeavesNoHalfFile.
//
// Nothing in an input is executed, fetched, or written to a path that the input names.
// Names are printed and never opened. Output has no control characters for a terminal,
// and the page of a report runs nothing from the database.
//
//   - TestNamesArePrintedWithoutControlCharacters, TestTerminalLinksHaveOnlySafeURLs,
//     TestNothingInTheDatabaseCanDoHarm.
//   - The command dials nothing and runs nothing: TestNothingUsesTheNetwork lists what
//     its dependencies use of package net and of packages that import it,
//     TestNoFunctionThatDialsIsLinked reads the symbols of the binary, and
//     TestNoSystemCallOfTheNetworkIsMade traces its system calls where strace is
//     installed.
//
// Memory and time are bounded. Time is linear in what is read and unpacked, and memory
// does not grow with it.
//
//   - TestBombsAreCut, TestAfterAFewBombsTheRestIsNotRead,
//     TestLimitsHoldForAnInputAsAWhole, TestLimitsHoldInAttachments,
//     TestNestingIsLimited, TestMaxMembersLimitsTheMembers, TestMemoryIsBounded,
//     TestWorstCasesTakeLinearTime, TestBytesAreReadAgainInLinearTime,
//     TestNoPatternIsSlow.
//   - The windows of the streams of each reader are limited: TestMemoryLimitsTheWindow,
//     TestEachReaderHasWindowsOfItsOwn, TestStreamsOfAnArchiveShareAWindow.
//   - The command without an index needs less than 64 MiB for one reader:
//     TestMemoryOfTheCommandIsSmall.
//   - A reader that returns nothing for ever is an error: TestReadsMayBeShortOrEmpty.
//   - Bytes that were changed at random crash nothing:
//     TestFormatsReportDamageAsTheThreatModelSays.
//   - A panic while an input is read is an error of that input, and the others are read:
//     TestAPanicWhileAnInputIsReadIsItsTrouble. So is one while the command prints or
//     records a result: TestAPanicOfAResultIsTroubleOfItsInput.
//   - A large file is read on after a place that cannot be read:
//     TestAFileIsReadOnAfterAPlaceThatCannotBeRead.
//   - Links that lead in a circle end: TestLinksAreFollowedAndLoopsEnd. Config.Follow
//     reads a directory under each of its names, though, and links can give it more names
//     than there is time for.
//   - An interrupt ends a run: TestAnInterruptStopsReadingFiles,
//     TestAPipeThatNobodyWritesToIsNotWaitedFor.
//
// Not promised: that a run needs no more than Config.Memory. Each reader may need twice
// as much, since a stream within another may declare a window half as large, and memory
// is not collected at once.

package sift
