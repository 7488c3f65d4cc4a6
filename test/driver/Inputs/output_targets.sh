# output_targets.sh FOLDER COMMAND: runs the command, which finds one thing in FOLDER, with each kind of target that takes
# a text behind it, and stops at the first that did not get it.
cd "$1" || exit 1
is_found() {
  [ "$(grep -c "finds.py:2:.*operands of '+'")" = 1 ] || { echo "$1: the finding is not there"; exit 1; }
}
exec 3<> fifo
$2 fifo
head -n 1 <&3 | is_found "a pipe that is read" || exit 1
$2 - | is_found - || exit 1
[ -e ./- ] && exit 1
$2 /dev/stdout | is_found /dev/stdout || exit 1
$2 /dev/fd/1 | is_found /dev/fd/1 || exit 1
$2 /dev/stderr 2>&1 > none | is_found /dev/stderr || exit 1
[ -z "$($2 /dev/null 2>&1)" ] || exit 1
$2 new; is_found "a new file" < new
ln -s written pointer; $2 pointer
[ -L pointer ] || exit 1
is_found "a link to nowhere" < written
echo old > before; chmod 640 before; ln -s before link; $2 link
[ -L link ] || exit 1
is_found "a link" < before
[ "$(stat -c %a before)" = 640 ] || { echo "the rights of a file are others now"; exit 1; }
{ echo first; $2 /dev/stdout; echo last; } > all
[ "$(head -n 1 all)$(tail -n 1 all)" = firstlast ] || { echo "what was written before is lost"; exit 1; }
is_found "an open file" < all
