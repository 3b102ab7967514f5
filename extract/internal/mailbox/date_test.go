package mailbox

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestSummerTimeIsAnHourAhead(t *testing.T) {
	for summer, winter := range map[string]string{
		"edt": "est", "cdt": "cst", "mdt": "mst", "pdt": "pst", "akdt": "akst", "adt": "ast", "ndt": "nst", "west": "wet", "mesz": "mez", "mest": "met", "cest": "cet", "sst": "swt",
		"eest": "eet", "msd": "msk", "aedt": "aest", "nzdt": "nzst",
	} {
		require.Equal(t, zones[winter]+60, zones[summer], summer)
	}
	for _, c := range []struct{ east, west string }{{"adt", "edt"}, {"est", "cst"}, {"cst", "mst"}, {"mst", "pst"}, {"pst", "akst"}, {"akst", "hst"}, {"eet", "cet"}, {"cet", "wet"}, {"msk", "eet"}} {
		require.Equal(t, zones[c.west]+60, zones[c.east], c.east)
	}
	for name, hours := range map[string]int{"est": -5, "bst": 1, "mez": 1, "met": 1, "jst": 9, "kst": 9, "hkt": 8, "aest": 10, "nzt": 12, "nzst": 12} {
		require.Equal(t, hours*60, zones[name], name)
	}
}

// The dates that people and programs of several countries and times have written.
func TestDatesInManyFormsAreUnderstood(t *testing.T) {
	for text, want := range map[string]string{
		"10:11:12.25 19 Mar 1996": "1996-03-19T10:11:12Z", "1998/03/24": "1998-03-24T00:00:00Z", "1998/3/4 10:11:12 PST": "1998-03-04T10:11:12-08:00", "1998.03.24": "1998-03-24T00:00:00Z",
		"24.03.1998 10:11": "1998-03-24T10:11:00Z", "4.3.98": "1998-03-04T00:00:00Z", "03.04.98, 10:11 Uhr": "1998-04-03T10:11:00Z",
		"24/03/98": "1998-03-24T00:00:00Z", "03/24/98 9:11 PM": "1998-03-24T21:11:00Z", "98-03-24": "1998-03-24T00:00:00Z", "03/03/98": "1998-03-03T00:00:00Z",
		"3/24/100": "2000-03-24T00:00:00Z", "12/31/1999 12:10 AM": "1999-12-31T00:10:00Z",
		"12/31/1999 12:10 PM": "1999-12-31T12:10:00Z", "12/31/1999 13:10 AM": "1999-12-31T13:10:00Z", "31 Dec 1999 pm": "1999-12-31T00:00:00Z",

		"19 Mai 1996": "1996-05-19T00:00:00Z", "Di, 19. März 1996 10:11:12 MEZ": "1996-03-19T10:11:12+01:00", "Di, 19 M\xe4r 1996": "1996-03-19T00:00:00Z",
		"=?iso-8859-1?Q?Di,_19_M=E4rz_1996?=": "1996-03-19T00:00:00Z", "19 Mrz 96": "1996-03-19T00:00:00Z", "1. Dez. 1996": "1996-12-01T00:00:00Z",
		"mar., 19 mai 1998 10:11:12 +0200": "1998-05-19T10:11:12+02:00", "mardi 24 mars 1998": "1998-03-24T00:00:00Z", "lun, 31 août 1998": "1998-08-31T00:00:00Z",
		"jeu, 2 juil. 1998": "1998-07-02T00:00:00Z", "1er juin 1998": "1998-06-01T00:00:00Z", "3 FÉVRIER 1998": "1998-02-03T00:00:00Z", "3 Décembre 1998": "1998-12-03T00:00:00Z",
		"mar, 19 mag 1998": "1998-05-19T00:00:00Z", "Mar 24 Mar 1998": "1998-03-24T00:00:00Z", "martedì 6 gennaio 1998": "1998-01-06T00:00:00Z", "9 giu 1998": "1998-06-09T00:00:00Z",
		"martes, 5 de enero de 1998": "1998-01-05T00:00:00Z", "10 dic 1998": "1998-12-10T00:00:00Z", "jueves, 1 ago 1998": "1998-08-01T00:00:00Z",
		"dinsdag 3 maart 1998": "1998-03-03T00:00:00Z", "maandag 4 mei 1998": "1998-05-04T00:00:00Z", "3 mrt 1998": "1998-03-03T00:00:00Z",
		"ter, 7 out 1998": "1998-10-07T00:00:00Z", "3 de março de 1998": "1998-03-03T00:00:00Z", "3 set 1998": "1998-09-03T00:00:00Z", "3 maj 1998": "1998-05-03T00:00:00Z",

		"Mar 24 10:11:12 1998": "1998-03-24T10:11:12Z", "Tue Mar 24 10:11 1998 remote from decwrl": "1998-03-24T10:11:00Z",
		"24 FEB 1984 1034-EST": "1984-02-24T10:34:00-05:00", "Friday, 24 Feb 84 1034 PST": "1984-02-24T10:34:00-08:00",
		"Mon Jan  3 10:11:12 19100": "2000-01-03T10:11:12Z", "17 Sep 0102 16:06:15": "2002-09-17T16:06:15Z", "17 Sep 0002 16:06:15": "2002-09-17T16:06:15Z",

		"03/04/98": "", "3-4-1998 10:11": "", "01/02/03": "", "24/03/01": "", "30/02/98": "", "13/13/98": "", "10.11.12.13": "", "1/2": "", "24/03.98": "", "1998/03": "",
		"Not supplied": "", "19 juillet": "", "19 jui 1998": "", "19 Maand 1998": "", "19 Foo 1996": "", "1998/3/4444": "", "": "", "/": "", "24.03.": "",
	} {
		got := ""
		if date := ParseDate(text); !date.IsZero() {
			got = date.Format(time.RFC3339)
		}
		require.Equal(t, want, got, text)
	}
	for _, text := range []string{"3/24/98 10:11", "24.03.1998 10:11", "19 Mai 1996 10:11"} {
		require.Nil(t, FromDate([]byte("From ann "+text)), "a line of text is no mark of a message")
	}
}

func TestDatesAreUnderstood(t *testing.T) {
	for text, want := range map[string]string{
		"Mon, 2 Jan 1995 15:04:05 +0100":               "1995-01-02T15:04:05+01:00",
		"Mon, 2 Jan 1995 15:04:05 -0330 (NST)":         "1995-01-02T15:04:05-03:30",
		"2 Jan 95 15:04 EST":                           "1995-01-02T15:04:00-05:00",
		"2 Jan 02 15:04 UT":                            "2002-01-02T15:04:00Z",
		"Mon, 2 Jan 102 15:04:05 GMT":                  "2002-01-02T15:04:05Z",
		"Mon Jan  2 15:04:05 1995":                     "1995-01-02T15:04:05Z",
		"Mon Jan  2 15:04:05 PST 1995":                 "1995-01-02T15:04:05-08:00",
		"Mon Jan  2 15:04:05 1995 +0100":               "1995-01-02T15:04:05+01:00",
		"Monday, 02-Jan-95 15:04:05 GMT":               "1995-01-02T15:04:05Z",
		"1996-05-01 00:04:44":                          "1996-05-01T00:04:44Z",
		"1996-05-01T00:04:44Z":                         "1996-05-01T00:04:44Z",
		"1996-05-01T00:04:44+02:00":                    "1996-05-01T00:04:44+02:00",
		"1995-03-12":                                   "1995-03-12T00:00:00Z",
		"1995-12-3T10:11:12Z":                          "1995-12-03T10:11:12Z",
		"2001-1-2 03:04:05":                            "2001-01-02T03:04:05Z",
		"January 2, 1995 3:04 pm":                      "1995-01-02T15:04:00Z",
		"2 Jan 1995":                                   "1995-01-02T00:00:00Z",
		"2 Jan 999":                                    "2899-01-02T00:00:00Z",
		"2 Jan 1000":                                   "1000-01-02T00:00:00Z",
		"Fri Nov 19 16:14:55 1982":                     "1982-11-19T16:14:55Z",
		"Sat, 30 Apr 94 18:08:03 PDT":                  "1994-04-30T18:08:03-07:00",
		"Tue, 1 Mar 1994 09:59:59 METDST (nonsense 5)": "1994-03-01T09:59:59Z",
		"Thu, 01 Jan 1970 00:00:00 XYZ":                "1970-01-01T00:00:00Z",
		"29 Feb 1996 12:00:00 +2359":                   "1996-02-29T12:00:00+23:59",
		"29 Feb 1996 12:00:00 +2400":                   "1996-02-29T12:00:00Z",
		"29 Feb 1996 12:00:00 -0060":                   "1996-02-29T12:00:00Z",
		"31 Dec 9999 23:59:59 +0100":                   "9999-12-31T23:59:59+01:00",
	} {
		require.Equal(t, want, ParseDate(text).Format(time.RFC3339), text)
	}
	for _, text := range []string{
		"", "yesterday", "15:04:05", "Mon Jan", "32 Jan 1995", "1995", "1 2 3 4 5", "2 Foo 1995 15:04",
		"31 Feb 1995", "29 Feb 1995", "31 Apr 1995", "31 Dec 9999 24:00:00", "31 Dec 9999 23:59:59 -0100",
	} {
		require.True(t, ParseDate(text).IsZero(), text)
	}
}
