# The functions of `stamps` as other modules of the kernel call them.

cpdef bint exists(long long year, long long month, long long day)
cpdef str read_stamp(str text)
cpdef str zone_of(str text)
cpdef bint time_may_follow(str text, Py_ssize_t at) except -1
