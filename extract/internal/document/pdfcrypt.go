package document

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
)

// A pdfCrypt decrypts data that the standard security handler has encrypted with an empty
// password (ISO 32000-2, section 7.6).
type pdfCrypt struct {
	key              []byte
	streams, strings pdfCipher
}

// A pdfCipher is the encryption of streams or strings.
type pdfCipher string

// The known ciphers.
const (
	cipherRC4 pdfCipher = "V2"
	cipher128 pdfCipher = "AESV2"
	cipher256 pdfCipher = "AESV3"
	identity  pdfCipher = "Identity"
)

// padding completes a shorter password.
var padding = []byte("\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08" +
	"\x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a")

// newCrypt returns the decryption for a document with an /Encrypt dictionary, or nil if
// the document needs a password. get returns the value of a key in a dictionary, and id
// is the first part of the document's identifier.
func newCrypt(get func(dict []byte, key string) []byte, encrypt, id []byte) *pdfCrypt {
	if pdfName(get(encrypt, "Filter")) != "Standard" {
		return nil
	}
	c := &pdfCrypt{streams: cipherRC4, strings: cipherRC4}
	version, revision := pdfInt(get(encrypt, "V")), pdfInt(get(encrypt, "R"))
	size := pdfInt(get(encrypt, "Length")) / 8
	switch {
	case version < 1 || version == 3 || version > 5:
		return nil
	case version == 1 || size < 5 || size > 16:
		size = 5
	}
	if version >= 4 {
		c.streams, c.strings = cipherOf(get, encrypt, "StmF"), cipherOf(get, encrypt, "StrF")
		size = 16
	}
	owner, user := pdfString(get(encrypt, "O")), pdfString(get(encrypt, "U"))
	if version == 5 {
		c.key = fileKey256(revision, user, pdfString(get(encrypt, "UE")))
	} else {
		c.key = fileKey(owner, user, binary.LittleEndian.AppendUint32(nil,
			uint32(int64(pdfNumber(get(encrypt, "P"))))), id, revision, size,
			string(get(encrypt, "EncryptMetadata")) == "false")
	}
	if c.key == nil {
		return nil
	}
	return c
}

// cipherOf returns the cipher of the crypt filter with a name.
func cipherOf(get func(dict []byte, key string) []byte, encrypt []byte, key string) pdfCipher {
	name := pdfName(get(encrypt, key))
	if method := pdfName(get(get(get(encrypt, "CF"), name), "CFM")); method != "" && method != "None" {
		return pdfCipher(method)
	}
	return identity
}

// fileKey returns the key of a document for the empty password (Algorithm 2), or nil if
// the password is wrong (Algorithm 6).
func fileKey(owner, user, permissions, id []byte, revision, size int, plainMetadata bool) []byte {
	if len(owner) < 32 || len(user) < 32 {
		return nil
	}
	h := md5.New()
	h.Write(padding)
	h.Write(owner[:32])
	h.Write(permissions)
	h.Write(id)
	if revision >= 4 && plainMetadata {
		h.Write([]byte("\xff\xff\xff\xff"))
	}
	key := h.Sum(nil)
	if revision >= 3 {
		for range 50 {
			sum := md5.Sum(key[:size])
			key = sum[:]
		}
	}
	key = key[:size]
	if revision < 3 {
		if bytes.Equal(rc4Of(key, padding), user[:32]) {
			return key
		}
		return nil
	}
	sum := md5.Sum(append(bytes.Clone(padding), id...))
	check := rc4Of(key, sum[:])
	for i := 1; i <= 19; i++ {
		other := bytes.Clone(key)
		for k := range other {
			other[k] ^= byte(i)
		}
		check = rc4Of(other, check)
	}
	if bytes.Equal(check, user[:16]) {
		return key
	}
	return nil
}

// fileKey256 returns the key of a document in AES-256 for the empty password (Algorithm
// 2.A), or nil if the password is wrong.
func fileKey256(revision int, user, encrypted []byte) []byte {
	if len(user) < 48 || len(encrypted) < 32 {
		return nil
	}
	hash := func(salt []byte) []byte {
		sum := sha256.Sum256(salt)
		if revision < 6 {
			return sum[:]
		}
		return hardened(sum[:])
	}
	if !bytes.Equal(hash(user[32:40]), user[:32]) {
		return nil
	}
	block, _ := aes.NewCipher(hash(user[40:48]))
	key := make([]byte, 32)
	cipher.NewCBCDecrypter(block, make([]byte, aes.BlockSize)).CryptBlocks(key, encrypted[:32])
	return key
}

// hardened returns the hash of revision 6 for the empty password (Algorithm 2.B).
func hardened(k []byte) []byte {
	for i := 0; ; i++ {
		e := bytes.Repeat(k, 64)
		block, _ := aes.NewCipher(k[:16])
		cipher.NewCBCEncrypter(block, k[16:32]).CryptBlocks(e, e)
		sum := 0
		for _, c := range e[:16] {
			sum += int(c)
		}
		switch sum % 3 {
		case 0:
			h := sha256.Sum256(e)
			k = h[:]
		case 1:
			h := sha512.Sum384(e)
			k = h[:]
		default:
			h := sha512.Sum512(e)
			k = h[:]
		}
		if i >= 63 && int(e[len(e)-1]) <= i-31 {
			return k[:32]
		}
	}
}

// decrypt returns data of a version of an object, decrypted (Algorithm 1).
func (c *pdfCrypt) decrypt(object, version int32, data []byte, how pdfCipher) []byte {
	key := c.key
	if how == cipherRC4 || how == cipher128 {
		number, generation := uint32(object), uint32(version)
		seed := append(bytes.Clone(key), byte(number), byte(number>>8), byte(number>>16))
		seed = append(seed, byte(generation), byte(generation>>8))
		if how == cipher128 {
			seed = append(seed, "sAlT"...)
		}
		sum := md5.Sum(seed)
		key = sum[:min(len(key)+5, len(sum))]
	}
	switch how {
	case cipherRC4:
		return rc4Of(key, data)
	case cipher128, cipher256:
		return unblocked(key, data)
	}
	return data
}

// unblocked decrypts AES in CBC mode. The first block is the initialization vector, and
// the last byte the length of the padding.
func unblocked(key, data []byte) []byte {
	block, err := aes.NewCipher(key)
	if err != nil || len(data) < 2*aes.BlockSize {
		return nil
	}
	out := make([]byte, (len(data)-aes.BlockSize)/aes.BlockSize*aes.BlockSize)
	cipher.NewCBCDecrypter(block, data[:aes.BlockSize]).CryptBlocks(out, data[aes.BlockSize:][:len(out)])
	if n := int(out[len(out)-1]); 0 < n && n <= aes.BlockSize {
		out = out[:len(out)-n]
	}
	return out
}

func rc4Of(key, data []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		return nil
	}
	out := make([]byte, len(data))
	c.XORKeyStream(out, data)
	return out
}
