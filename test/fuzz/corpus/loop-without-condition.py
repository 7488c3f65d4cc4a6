def s(x):
 return
 while:1
 x
