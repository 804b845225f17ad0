# What `views.view` is in compiled code, whose functions take arrays as they are.

cdef inline object view(object array):
    return array

# What `views.single` is in compiled code.

cdef inline double single(double value) noexcept nogil:
    return <float>value
