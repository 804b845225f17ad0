"""Pages written for the tests of the studio."""

BOARD = """<!DOCTYPE html><html lang="th"><head><meta charset="utf-8">
<title>ปลูกมะเขือเทศบนระเบียง - สวนหลังบ้านบอร์ด</title></head><body>
<div id="menu"><a href="/">หน้าแรก</a> <a href="/new">กระทู้ใหม่</a> <a href="/login">เข้าสู่ระบบ</a></div>
<h1>ปลูกมะเขือเทศบนระเบียง</h1>
<div class="post"><div class="who"><a href="/u/1">ฟ้าใส</a></div><div class="when">2 กุมภาพันธ์ 2568 เวลา 08:10 น.</div>
<div class="body"><p>ระเบียงที่บ้านได้แดดแค่ครึ่งวัน ปลูกมะเขือเทศได้ไหมคะ อยากได้พันธุ์ลูกเล็กที่เด็ก ๆ เก็บกินเองได้</p></div>
<div class="tools"><a href="/r/1">ตอบ</a> <a href="/l/1">ถูกใจ</a></div></div>
<div class="post"><div class="who"><a href="/u/2">ลุงพร</a></div><div class="when">2 กุมภาพันธ์ 2568 เวลา 09:45 น.</div>
<div class="body"><p>ได้ครับ เลือกพันธุ์ราชินี กระถางสิบสองนิ้ว รดน้ำเช้าเย็น ค้ำด้วยไม้ไผ่ตั้งแต่ต้นยังเล็ก รากจะได้ไม่ช้ำ</p></div>
<div class="tools"><a href="/r/2">ตอบ</a> <a href="/l/2">ถูกใจ</a></div></div>
<div class="post"><div class="who"><a href="/u/1">ฟ้าใส</a></div><div class="when">20 มีนาคม 2568 เวลา 17:30 น.</div>
<div class="body"><p>ออกลูกแล้วค่ะ เด็ก ๆ ตื่นเต้นมาก ขอบคุณลุงพรที่แนะนำพันธุ์ราชินีนะคะ</p></div>
<div class="tools"><a href="/r/3">ตอบ</a> <a href="/l/3">ถูกใจ</a></div></div>
<div id="foot"><a href="/rules">กติกา</a> <a href="/contact">ติดต่อทีมงาน</a></div>
</body></html>"""
"""A Thai board page with three posts."""

POSTS = [
    "ระเบียงที่บ้านได้แดดแค่ครึ่งวัน ปลูกมะเขือเทศได้ไหมคะ อยากได้พันธุ์ลูกเล็กที่เด็ก ๆ เก็บกินเองได้",
    "ได้ครับ เลือกพันธุ์ราชินี กระถางสิบสองนิ้ว รดน้ำเช้าเย็น ค้ำด้วยไม้ไผ่ตั้งแต่ต้นยังเล็ก รากจะได้ไม่ช้ำ",
    "ออกลูกแล้วค่ะ เด็ก ๆ ตื่นเต้นมาก ขอบคุณลุงพรที่แนะนำพันธุ์ราชินีนะคะ",
]
